/** Whether the field is for such a file. */
const isFor = ({ accept }: HTMLInputElement, { type }: File) => accept.startsWith('image/') === type.startsWith('image/');

/** Hands files to the first field for them of what is open, as if they were chosen there. */
function give(event: Event, files: FileList | undefined): void {
  const [first] = files ?? [];
  if (!files || !first) return;
  event.preventDefault();
  const open = document.querySelector('dialog[open]') ?? document;
  const fields = [...open.querySelectorAll<HTMLInputElement>('input[type=file]:enabled')];
  // Windows has no type for some photos of phones.
  const field = fields.find((one) => isFor(one, first)) ?? (fields.length === 1 ? fields[0] : undefined);
  if (!field) return;
  field.files = files;
  field.dispatchEvent(new Event('change', { bubbles: true }));
}

/** Takes files that are dropped on the desk, for which a browser would leave it, and pictures that are pasted. */
export function watchFiles(): void {
  let isOwn = false;
  addEventListener('dragstart', () => (isOwn = true));
  addEventListener('dragend', () => (isOwn = false));
  addEventListener('dragover', (event) => {
    if (event.dataTransfer?.types.includes('Files')) event.preventDefault();
  });
  // A picture of the desk that is dragged is a file to some browsers, and is there already.
  addEventListener('drop', (event) => (isOwn ? event.preventDefault() : give(event, event.dataTransfer?.files)));
  addEventListener('paste', (event) => {
    // Spreadsheets add a picture to the text that they copy.
    if (!event.clipboardData?.types.includes('text/plain')) give(event, event.clipboardData?.files);
  });
}
