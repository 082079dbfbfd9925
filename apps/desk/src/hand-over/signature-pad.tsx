import type { MutableRef } from 'preact/hooks';
import { useEffect, useRef, useState } from 'preact/hooks';
import type Library from 'signature_pad';
import { t } from '../texts/texts.js';

export interface Pad {
  /** The signature as the API takes it, a PNG as `data:` URL; null where nobody signed. */
  image(): string | null;
}

/** A field to sign in by finger, opened when it is wanted. */
export function SignaturePad({ pad }: { pad: MutableRef<Pad | null> }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const drawn = useRef<Library | null>(null);
  const [open, setOpen] = useState(false);
  useEffect(() => {
    if (!open) return;
    let gone = false;
    void import('signature_pad').then(({ default: SignatureLibrary }) => {
      if (gone || !canvas.current) return;
      const { clientWidth, clientHeight } = canvas.current;
      Object.assign(canvas.current, { width: clientWidth, height: clientHeight });
      drawn.current = new SignatureLibrary(canvas.current, { penColor: '#111', backgroundColor: '#fff' });
    });
    pad.current = { image: () => (drawn.current && !drawn.current.isEmpty() ? drawn.current.toDataURL('image/png') : null) };
    return () => {
      gone = true;
      drawn.current?.off();
      pad.current = null;
    };
  }, [open, pad]);
  if (!open) {
    return (
      <p class="signature">
        <button type="button" onClick={() => setOpen(true)}>
          {t('signature.open')}
        </button>
      </p>
    );
  }
  return (
    <div class="signature">
      <canvas ref={canvas} role="img" aria-label={t('signature.field')} />
      <button type="button" onClick={() => drawn.current?.clear()}>
        {t('signature.clear')}
      </button>
    </div>
  );
}
