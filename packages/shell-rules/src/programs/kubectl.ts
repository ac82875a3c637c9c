import type { Program } from './program.js';
import { each } from './rows.js';

const PLACE = { values: 'n', longValues: 'namespace request-timeout' } as const;
const SHOW = {
  flags: 'AwR',
  values: 'nolL',
  long: 'all-namespaces watch watch-only show-labels no-headers show-kind ignore-not-found recursive containers',
  longValues:
    'namespace output selector label-columns field-selector sort-by chunk-size request-timeout limit types for since timeout',
  // `jsonpath-file=` and its like read a file.
  odd: [['o output', /file=/]],
} as const;

export const KUBECTL: Program = {
  options: PLACE,
  covers: {
    ...each('get describe events api-resources api-versions explain wait version', {
      ...SHOW,
      long: `${SHOW.long} client short namespaced show-events`,
      longValues: `${SHOW.longValues} api-group verbs categories api-version`,
    }),
    logs: {
      flags: 'fp',
      values: 'ncl',
      long: 'follow previous timestamps all-containers prefix all-pods ignore-errors',
      longValues: 'namespace container selector tail since since-time limit-bytes max-log-requests',
    },
    ...each('top,top pod,top pods,top node,top nodes', SHOW),
    ...each(
      'cluster-info,config get-contexts,config current-context,config get-clusters,config view,auth can-i,auth whoami,rollout status,rollout history',
      {
        ...SHOW,
        long: `${SHOW.long} minify list quiet`,
        longValues: `${SHOW.longValues} revision`,
      },
    ),
    help: {},
  },
  asks: 'annotate apply attach autoscale certificate completion cordon cp create debug delete diff drain edit exec expose kustomize label patch plugin port-forward proxy replace run scale set taint uncordon',
};

export const HELM: Program = {
  absent: 'Neither npm nor Debian has the program.',
  options: PLACE,
  covers: {
    ...each('list ls status history', {
      flags: 'Aaqdr',
      values: 'nom',
      long: 'all-namespaces all short deployed failed pending date reverse',
      longValues: 'namespace output max filter revision selector',
    }),
    ...each('get all,get hooks,get manifest,get notes,get values,get metadata', {
      flags: 'a',
      values: 'no',
      long: 'all',
      longValues: 'namespace output revision',
    }),
    ...each('version,env,repo list,search repo,dependency list,plugin list,help', {
      flags: 'l',
      values: 'o',
      long: 'short client versions',
      longValues: 'output version max-col-width',
    }),
    lint: { long: 'strict quiet with-subcharts', odd: [['', /^[/~]|(?:^|\/)\.\.(?:\/|$)|:/]] },
  },
  asks: '',
};
