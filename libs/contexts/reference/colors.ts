export interface Color {
  ID: string;
  name: string;
  /** A hex color, or a CSS gradient for many colors. */
  value: string;
}

/** In the specification's order (api-v2.md, Color). */
export const COLORS: readonly Color[] = [
  { ID: 'black', name: 'Black', value: '#000000' },
  { ID: 'grey', name: 'Grey', value: '#808080' },
  { ID: 'white', name: 'White', value: '#ffffff' },
  { ID: 'cream', name: 'Cream', value: '#fffdd0' },
  { ID: 'beige', name: 'Beige', value: '#f5f5dc' },
  { ID: 'orange', name: 'Orange', value: '#ffa500' },
  { ID: 'red', name: 'Red', value: '#e02020' },
  { ID: 'burgundy', name: 'Burgundy', value: '#800020' },
  { ID: 'pink', name: 'Pink', value: '#ffc0cb' },
  { ID: 'purple', name: 'Purple', value: '#800080' },
  { ID: 'lightBlue', name: 'Light blue', value: '#add8e6' },
  { ID: 'blue', name: 'Blue', value: '#1f5fd0' },
  { ID: 'navy', name: 'Navy', value: '#000080' },
  { ID: 'mint', name: 'Mint', value: '#98ffcc' },
  { ID: 'green', name: 'Green', value: '#2e9e2e' },
  { ID: 'darkGreen', name: 'Dark green', value: '#006400' },
  { ID: 'sand', name: 'Sand', value: '#d8c298' },
  { ID: 'brown', name: 'Brown', value: '#8b4513' },
  { ID: 'yellow', name: 'Yellow', value: '#ffd700' },
  { ID: 'silver', name: 'Silver', value: '#c0c0c0' },
  { ID: 'gold', name: 'Gold', value: '#d4af37' },
  { ID: 'multiColor', name: 'Multicolor', value: 'linear-gradient(90deg, #e02020, #ffa500, #ffd700, #2e9e2e, #1f5fd0, #800080)' },
];

export const COLOR_IDS: readonly string[] = COLORS.map((color) => color.ID);
