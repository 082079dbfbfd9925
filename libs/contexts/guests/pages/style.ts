import { readFileSync } from 'node:fs';
import { COLORS, COUNTRIES_WITH_STATES } from '#contexts/reference';

/** The style sheet: the hand-written rules, color samples, and rules that show the states of the selected country. */
export function styleSheet(): string {
  const written = readFileSync(new URL('./guest.css', import.meta.url), 'utf8');
  const samples = COLORS.map(({ ID, value }) => `.sample-${ID} { background: ${value}; }`);
  // One rule each: a browser that does not support :has() drops the whole rule.
  const states = COUNTRIES_WITH_STATES.flatMap((country) => [
    `form:has(option[value="${country}"]:checked) .field.of-${country} { display: block; }`,
    `form:has(#countryID option:checked):not(:has(option[value="${country}"]:checked)) .field.of-${country} { display: none; }`,
  ]);
  return `${[written, ...samples, ...states].join('\n')}\n`;
}
