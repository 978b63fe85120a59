import type { ImportAdminAct, ImportStage } from '@carhouse/domain/import/import-states';
import { formatCount, formatCountWithNoun } from '../../ui/format.ts';
import { dashboardMessages } from './dashboard.ts';

type ImportStageTexts = Readonly<Record<ImportStage, string>>;
const stageTexts: ImportStageTexts = { waiting: 'Waiting', running: 'Under way', ended: 'Ended' };
const emptyStageTexts: ImportStageTexts = {
  waiting: 'No import waits',
  running: 'No import is under way',
  ended: 'No import has ended yet',
};
const emptyStageHints: ImportStageTexts = {
  waiting: 'Imports of new sellers wait here until an admin has looked at them.',
  running: 'Lists that are being read, checked or imported appear here.',
  ended: 'Imports stay here for a month.',
};
const acts: Readonly<Record<ImportAdminAct, string>> = { release: 'Approve', reject: 'Refuse', stop: 'Stop' };

/** Texts of the admins' list of all sellers' imports. */
export const adminImportMessages = {
  title: dashboardMessages.allImports,
  lead: (waitingCount: number, runningCount: number): string =>
    `${waitingCount === 0 ? 'No import waits' : formatCountWithNoun(waitingCount, 'import waits', 'imports wait')} for an admin, ${formatCountWithNoun(runningCount, 'is', 'are')} under way`,
  caption: 'Imports of all sellers',
  show: 'Show',
  stages: stageTexts,
  shown: (shownCount: number): string => formatCountWithNoun(shownCount, 'import', 'imports'),
  failed: 'The imports could not be loaded',
  none: emptyStageTexts,
  noneHint: emptyStageHints,
  columns: { file: 'File', seller: 'Seller', found: 'Cars', state: 'State', changed: 'Changed', actions: 'Actions' },
  uploaded: (time: string): string => `Uploaded ${time}`,
  seller: (cars: number, joinDate: string): string => `${formatCount(cars)} on sale, joined ${joinDate}`,
  suspended: 'Suspended',
  rows: (doneCount: number, total: number | null): string =>
    total === null
      ? `${formatCountWithNoun(doneCount, 'row', 'rows')} read`
      : `${formatCount(doneCount)} of ${formatCountWithNoun(total, 'row', 'rows')}`,
  preview: 'First rows',
  staysOut: (reason: string): string => `not imported: ${reason}`,
  acts,
  actOf: (act: ImportAdminAct, file: string): string => `${acts[act]} ${file}`,
  done: (act: ImportAdminAct, file: string): string =>
    act === 'release' ? `${file} is being imported` : act === 'stop' ? `${file} is stopped` : `${file} is refused`,
  stopTitle: 'Stop this import?',
  stopEffect: 'The import ends at once. Cars that are already imported stay on sale. The seller can start it again.',
} as const;
