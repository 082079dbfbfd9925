import { existsSync } from 'node:fs';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * Files that take long for their size, the longest first, as vitest printed their times in a run of a quiet machine. A clone remembers no
 * times and goes by size: one of these that began among the last would keep the run waiting. Files that wait more than they
 * compute begin beside others.
 */
const LONGEST = [
  'test/access/matrix.e2e.spec.ts',
  'test/operations/backup.e2e.spec.ts',
  'test/payments/giving-back.e2e.spec.ts',
  'test/operations/copies.e2e.spec.ts',
  'test/operations/ops.e2e.spec.ts',
  'test/robustness/fuzz.e2e.spec.ts',
  'test/items/export.e2e.spec.ts',
  'test/access/sight.e2e.spec.ts',
  'test/guests/found.e2e.spec.ts',
  'test/replica/replica.e2e.spec.ts',
  'test/messages/messages.e2e.spec.ts',
  'test/stays/mews.e2e.spec.ts',
  'test/messages/replies.e2e.spec.ts',
  'test/imports/dialects.e2e.spec.ts',
  'test/imports/imports.e2e.spec.ts',
  'test/imports/reading.e2e.spec.ts',
  'test/imports/files.e2e.spec.ts',
  'test/access/sso-providers.e2e.spec.ts',
  'test/guests/safety.e2e.spec.ts',
  'test/changes/gapless.e2e.spec.ts',
  'test/access/accounts.e2e.spec.ts',
  'test/items/filters.e2e.spec.ts',
  'test/messages/finds-together.e2e.spec.ts',
  'test/database/upgrade.db.spec.ts',
  'test/database/online.db.spec.ts',
  'libs/platform/images/clean-image.spec.ts',
  'libs/platform/http/application/slow-clients.spec.ts',
  'libs/platform/images/image-process.spec.ts',
  // Specs of the slow lane and of browsers.
  'test/documentation/commands.slow.spec.ts',
  'test/operations/launcher.slow.spec.ts',
  'test/operations/installing.slow.spec.ts',
  'test/messages/odd-servers.slow.spec.ts',
  'test/operations/rotation.slow.spec.ts',
  'test/operations/keys.slow.spec.ts',
  'test/desk/twice.browser.spec.ts',
  'test/desk/kept.browser.spec.ts',
  'test/desk/looks.browser.spec.ts',
  'test/demo/door.browser.spec.ts',
  'test/guests/lost-pages.browser.spec.ts',
  'test/desk/other-browsers.browser.spec.ts',
  // Specs of the lane of faults, which waits more than it computes.
  'test/faults/mailbox.fault.spec.ts',
  'test/faults/standing-postgres.fault.spec.ts',
  'test/faults/payments.fault.spec.ts',
  'test/faults/readings.fault.spec.ts',
  'test/faults/label.fault.spec.ts',
  'test/faults/connection.fault.spec.ts',
  'test/faults/killed-worker.fault.spec.ts',
  'test/faults/imports.fault.spec.ts',
  'test/faults/standing-worker.fault.spec.ts',
];

const missing = LONGEST.filter((file) => !existsSync(new URL(`../../${file}`, import.meta.url)));
if (missing.length > 0) throw new Error(`There is no ${missing.join(', ')}: correct the list of files that begin first.`);

/** Vitest's order, but that the files of a project that take longest begin first. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification) => {
      const at = LONGEST.findIndex((file) => moduleId.endsWith(`/${file}`));
      return at < 0 ? LONGEST.length : at;
    };
    const projects: TestSpecification[][] = [];
    for (const file of await super.sort(files)) {
      const last = projects.at(-1);
      if (last?.[0]?.project === file.project) last.push(file);
      else projects.push([file]);
    }
    return projects.flatMap((project) => project.toSorted((one, other) => place(one) - place(other)));
  }
}
