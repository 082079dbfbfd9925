/** Things as simple drawings in a square of 32, which need no words and no font. */
const PATHS = {
  charger: 'M12 4v6M20 4v6M9 10h14v5a7 7 0 0 1-14 0zM16 22v6',
  phone: 'M10 3h12v26H10zM14.5 25.5h3',
  clothes: 'M11 4 4 9l3 5 3-2v15h12V12l3 2 3-5-7-5a5 4 0 0 1-10 0z',
  glasses: 'M3 16h4M25 16h4M7 16a4.5 4.5 0 1 0 9 0 4.5 4.5 0 0 0-9 0zM16 16a4.5 4.5 0 1 0 9 0 4.5 4.5 0 0 0-9 0z',
  jewellery: 'M16 29a8 8 0 1 0 0-16 8 8 0 0 0 0 16zM12 3h8l3 4-7 6-7-6zM9 7h14',
  'bag-thing': 'M6 12h20l2 16H4zM11 12V9a5 5 0 0 1 10 0v3',
  wallet: 'M4 9h22a2 2 0 0 1 2 2v14a2 2 0 0 1-2 2H6a2 2 0 0 1-2-2zM4 9l17-5v5M22 17h6v4h-6a2 2 0 0 1 0-4z',
  passport: 'M7 3h18v26H7zM16 9.5a4.5 4.5 0 1 0 0 9 4.5 4.5 0 0 0 0-9zM11.5 14h9M11 24h10',
  keys: 'M11 28a6 6 0 1 0 0-12 6 6 0 0 0 0 12zM15.5 17.5 27 6M22 11l4 4M18.5 14.5l3 3',
  'toy-thing':
    'M9 8a3 3 0 1 1 4-2.5M23 8a3 3 0 1 0-4-2.5M16 18a7 7 0 1 0 0-14 7 7 0 0 0 0 14zM13.5 10h.01M18.5 10h.01' +
    'M11 17c-3 2-4 5-4 8a3 3 0 0 0 5 2h8a3 3 0 0 0 5-2c0-3-1-6-4-8',
  book: 'M16 8c-3-3-7-3-11-3v19c4 0 8 0 11 3 3-3 7-3 11-3V5c-4 0-8 0-11 3zM16 8v19',
  umbrella: 'M16 3v3M4 17a12 11 0 0 1 24 0c-2-2-4-2-6 0-2-2-4-2-6 0-2-2-4-2-6 0-2-2-4-2-6 0zM16 17v9a3 3 0 0 0 6 0',
} as const;

export type Pictured = keyof typeof PATHS;

export function Pictogram({ name }: { name: Pictured }) {
  return (
    <svg class="pictogram" viewBox="0 0 32 32" aria-hidden="true">
      <path d={PATHS[name]} />
    </svg>
  );
}
