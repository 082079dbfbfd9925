/** Relative luminance of `#rrggbb`, 0 to 1 (WCAG 2.2). */
function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = partsOf(color).map((part) => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** How well one color is read on the other: 1 to 21 (WCAG 2.2, contrast ratio). */
export function contrast(one: string, other: string): number {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

/** White or black, whichever is easier to read on the color. */
export function inkOn(color: string): string {
  return contrast('#ffffff', color) >= contrast('#000000', color) ? '#ffffff' : '#000000';
}

/** The color itself where it can be read as text on the background, else the nearest shade of it that can (WCAG 2.2, 1.4.3). */
export function readableOn(background: string, color: string): string {
  const end = inkOn(background) === '#ffffff' ? 255 : 0;
  for (let step = 0; step <= STEPS; step++) {
    const shade = mixed(color, end, step / STEPS);
    if (contrast(shade, background) >= 4.5) return shade;
  }
  return inkOn(background);
}

const STEPS = 20;

function partsOf(color: string): number[] {
  return [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16));
}

function mixed(color: string, end: number, share: number): string {
  const parts = partsOf(color).map((part) => Math.round(part + (end - part) * share));
  return `#${parts.map((part) => part.toString(16).padStart(2, '0')).join('')}`;
}
