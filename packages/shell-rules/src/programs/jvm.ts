import { flat } from './rows.js';

/** Phases, and goals that look, check and test. A goal such as `exec:exec` runs any program. */
const GOALS =
  'validate initialize compile process-resources process-classes test-compile test package verify integration-test pre-integration-test post-integration-test install clean site dependency:tree dependency:analyze dependency:resolve dependency:list dependency:go-offline help:effective-pom help:active-profiles surefire:test failsafe:integration-test spring-boot:run quarkus:dev spotless:check spotless:apply checkstyle:check pmd:check spotbugs:check jacoco:report versions:display-dependency-updates versions:display-plugin-updates enforcer:enforce compiler:compile';

export const MVN = flat({
  oneDash: true,
  long: 'q quiet X debug B batch-mode e errors o offline U update-snapshots ntp no-transfer-progress am also-make amd also-make-dependents ff fail-fast fae fail-at-end fn fail-never N non-recursive nsu v version V show-version h help',
  longValues: 'pl projects rf resume-from P activate-profiles T threads',
  attached:
    'DskipTests DskipITs Dmaven.test.skip Dcheckstyle.skip Dspotless.check.skip Dtest Dit.test Dgroups DfailIfNoTests Dsurefire.failIfNoSpecifiedTests Dverbose Dincludes Dstyle.color',
  odd: [
    ['', new RegExp(`^(?!(?:${GOALS.replaceAll(' ', '|')})$)`)],
    // Another folder of the project, by name.
    ['pl projects rf resume-from', /^[/~]|(?:^|\/)\.\.(?:\/|$)/],
  ],
});

export const GRADLE = flat({
  flags: 'qidsSwhm',
  values: 'x',
  long: 'quiet info debug warn stacktrace full-stacktrace offline no-daemon daemon parallel no-parallel continue rerun-tasks build-cache no-build-cache configuration-cache no-configuration-cache dry-run refresh-dependencies all version help fail-fast rerun no-scan',
  longValues: 'exclude-task tests console warning-mode max-workers priority configuration dependency task',
  // A task of the build, in a project of the build. The wrapper task rewrites which Gradle runs.
  odd: [['', /^(?!:?[A-Za-z][\w.-]*(?::[\w.-]+)*$)|(?:^|:)wrapper$/]],
});
