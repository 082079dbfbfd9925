import { percent } from '../texts/format.js';
import { named } from '../texts/texts.js';

/** How likely a match is, and why. */
export function Reasons({ score, codes }: { score: number; codes: readonly string[] }) {
  return (
    <span class="facts">
      <strong>{percent(score)}</strong> {codes.map((one) => named('reason', one)).join(' · ')}
    </span>
  );
}
