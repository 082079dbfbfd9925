/** Paths in a square of 24, drawn with a line of 1.75. */
const PATHS = {
  search: 'M10.5 4a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13zM20 20l-4.7-4.7',
  today: 'M4 6h16v14H4zM4 10h16M8 3v4M16 3v4M8 15l2.5 2.5L16 13',
  add: 'M4 8h3l2-3h6l2 3h3v11H4zM12 10.5a3 3 0 1 0 0 6 3 3 0 0 0 0-6z',
  requests: 'M4 13l3-8h10l3 8v6H4zM4 13h5l1 2h4l1-2h5',
  dispose: 'M5 8h14l-1 12H6zM9 8V4h6v4M10 12v5M14 12v5',
  people:
    'M9 11a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7zM2.5 20c0-4 3-6 6.5-6s6.5 2 6.5 6M16 4.5a3 3 0 0 1 0 6M18 14.5c2.2.6 3.5 2.5 3.5 5.5',
  person: 'M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM4 21c0-4.5 3.5-6.5 8-6.5s8 2 8 6.5',
  close: 'M6 6l12 12M18 6L6 18',
  scan: 'M4 8V4h4M16 4h4v4M20 16v4h-4M8 20H4v-4M7 12h10',
  back: 'M15 5l-7 7 7 7',
  photo: 'M4 5h16v14H4zM4 16l5-5 4 4 3-3 4 4M15.5 9h.01',
  hold: 'M8 5v14M16 5v14',
} as const;

export type IconName = keyof typeof PATHS;

/** A picture beside words: it says nothing by itself. */
export function Icon({ name }: { name: IconName }) {
  return (
    <svg class={name === 'back' ? 'icon turns' : 'icon'} viewBox="0 0 24 24" aria-hidden="true">
      <path d={PATHS[name]} />
    </svg>
  );
}
