import type { Program } from './program.js';
import { each } from './rows.js';

/** Packages of the system's own sources. A file or an option of the configuration runs anything. */
const SYSTEM = [['', /^(?![a-zA-Z0-9@][\w.+:=@~-]*$)|\.(?:deb|rpm|apk|rb|snap)$/]] as const;
const APT_ROW = {
  flags: 'yqsVuf',
  long: 'yes assume-yes quiet no-install-recommends no-install-suggests install-recommends reinstall only-upgrade fix-broken fix-missing no-upgrade dry-run simulate purge autoremove installed upgradable all-versions auto-remove show-progress names-only full help version',
  odd: SYSTEM,
} as const;
export const APT: Program = {
  options: APT_ROW,
  covers: {
    ...each(
      'update install remove purge upgrade autoremove clean autoclean list search show policy depends rdepends check',
      APT_ROW,
    ),
  },
  asks: 'build-dep changelog dist-upgrade download dselect-upgrade edit-sources full-upgrade reinstall satisfy source',
};
const BREW_ROW = {
  flags: 'qvdnfsh',
  long: 'quiet verbose debug dry-run force formula cask versions json installed greedy help desc version',
  odd: SYSTEM,
} as const;
export const BREW: Program = {
  absent: 'Neither npm nor Debian has the program.',
  options: { flags: 'vh', long: 'version help' },
  covers: {
    ...each(
      'install uninstall remove rm upgrade update outdated list ls info search doctor deps uses leaves config desc pin unpin cleanup reinstall',
      BREW_ROW,
    ),
    'services list': BREW_ROW,
  },
  asks: '',
};
const SYSTEMCTL_ROW = {
  flags: 'alq',
  values: 'nto',
  long: 'all full no-pager no-legend plain user system failed quiet',
  longValues: 'lines type state output',
  odd: [['', /\//]],
} as const;
export const SYSTEMCTL: Program = {
  options: SYSTEMCTL_ROW,
  covers: {
    ...each(
      'status is-active is-enabled is-failed is-system-running list-units list-unit-files list-timers list-dependencies show cat',
      SYSTEMCTL_ROW,
    ),
  },
  asks: 'add-requires add-wants bind cancel clean daemon-reexec daemon-reload default disable edit emergency enable exit freeze get-default halt help hibernate hybrid-sleep import-environment isolate kexec kill link list-automounts list-jobs list-machines list-sockets log-level log-target mask mount-image poweroff preset preset-all reboot reenable reload reload-or-restart rescue reset-failed restart revert service-log-level service-log-target service-watchdogs set-default set-environment set-property show-environment start stop suspend suspend-then-hibernate switch-root thaw try-reload-or-restart try-restart unmask unset-environment',
};
