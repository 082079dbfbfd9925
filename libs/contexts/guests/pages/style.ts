import { readFileSync } from 'node:fs';
import { inkOn, readableOn } from '#contexts/guest-settings';
import { COLORS } from '#contexts/reference';
import { STATES } from './states.js';

/** The style sheet: the hand-written rules, color samples, and rules that show the states of the selected country. */
export function styleSheet(): string {
  const written = readFileSync(new URL('./guest.css', import.meta.url), 'utf8');
  const samples = COLORS.map(({ ID, value }) => `.sample-${ID} { background: ${value}; }`);
  // One rule each: a browser that does not support :has() drops the whole rule.
  const states = Object.keys(STATES).flatMap((country) => [
    `form:has(option[value="${country}"]:checked) .field.of-${country} { display: block; }`,
    `form:has(#countryID option:checked):not(:has(option[value="${country}"]:checked)) .field.of-${country} { display: none; }`,
  ]);
  return `${[written, ...samples, ...states].join('\n')}\n`;
}

/** The grounds of guest.css that are hardest to read on, light and dark. */
const GROUNDS = { light: '#ece7de', dark: '#2b313a' };

/** The rules of a hotel's own color: buttons in it, text and lines in a shade of it that can be read. @param color `#rrggbb` */
export function inColor(color: string): string {
  const ink = (ground: keyof typeof GROUNDS) => `--brand-ink: ${readableOn(GROUNDS[ground], color)};`;
  return `:root { --brand: ${color}; --on-brand: ${inkOn(color)}; ${ink('light')} --halo: var(--line); }
@media screen and (prefers-color-scheme: dark) { :root { ${ink('dark')} } }
`;
}
