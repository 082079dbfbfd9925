import { useEffect, useRef, useState } from 'preact/hooks';
import type Library from 'signature_pad';
import { Button } from '../../parts/button.js';
import { sayTrouble } from '../../parts/trouble.js';
import { t } from '../../texts/texts.js';

/** A field to sign in by finger, opened when it is wanted. The form has the signature as the API takes it, a PNG as `data:` URL. */
export function SignaturePad({ name }: { name: string }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const field = useRef<HTMLInputElement>(null);
  const drawn = useRef<Library | null>(null);
  const [open, setOpen] = useState(false);
  /** Nothing is drawn that nobody would keep. */
  const [isReady, setReady] = useState(false);
  const set = (image: string) => {
    field.current!.value = image;
    field.current!.dispatchEvent(new Event('input', { bubbles: true }));
  };
  useEffect(() => {
    if (!open) return;
    let gone = false;
    /** Makes it as large as it is shown, with what was signed: where the device was turned, ink would be put elsewhere, or beside it. */
    const fitted = async () => {
      const pad = drawn.current;
      if (gone || !pad || !canvas.current) return;
      const { clientWidth: width, clientHeight: height } = canvas.current;
      if (width === 0 || (canvas.current.width === width && canvas.current.height === height)) return;
      Object.assign(canvas.current, { width, height });
      pad.clear();
      const before = field.current?.value;
      if (!before) return;
      const image = new Image();
      image.src = before;
      await image.decode();
      // Cleared or drawn on meanwhile.
      if (gone || field.current?.value !== before) return;
      const scale = Math.min(1, width / image.width, height / image.height);
      await pad.fromDataURL(before, { width: image.width * scale, height: image.height * scale, ratio: 1 });
    };
    const size = new ResizeObserver(() => fitted().catch(sayTrouble));
    import('signature_pad').then(({ default: SignatureLibrary }) => {
      if (gone || !canvas.current) return;
      // Browsers give one point a frame as it is: less of them would leave out the end of what is signed fast.
      drawn.current = new SignatureLibrary(canvas.current, { penColor: '#111', backgroundColor: '#fff', throttle: 0 });
      drawn.current.addEventListener('endStroke', () => set(drawn.current!.toDataURL('image/png')));
      setReady(true);
      size.observe(canvas.current);
    }, sayTrouble);
    return () => {
      gone = true;
      size.disconnect();
      drawn.current?.off();
      setReady(false);
    };
  }, [open]);
  return (
    <div class="signature">
      <input type="hidden" name={name} ref={field} onInput={(event) => event.currentTarget.value && setOpen(true)} />
      {open ? (
        <>
          <canvas ref={canvas} role="img" aria-busy={!isReady} aria-label={t('signature.field')} />
          <Button
            onClick={() => {
              drawn.current?.clear();
              set('');
            }}
          >
            {t('signature.clear')}
          </Button>
        </>
      ) : (
        <Button onClick={() => setOpen(true)}>{t('signature.open')}</Button>
      )}
    </div>
  );
}
