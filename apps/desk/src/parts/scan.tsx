import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { type TextKey, t } from '../texts/texts.js';
import { DialogButton } from './dialog.js';
import { Icon } from './icon.js';

/** How often a picture of the camera is looked at, and how long a code is out of sight before it counts as another one, in ms. */
const [EVERY, GONE] = [150, 2_000];

/** The part of the Barcode Detection API that browsers have; the types of TypeScript do not know it yet. */
interface BarcodeDetector {
  detect(video: HTMLVideoElement): Promise<{ rawValue: string }[]>;
}
declare const BarcodeDetector: { new (): BarcodeDetector } | undefined;

/** A button that reads a code by the camera; one after the other where it has children, which say what came of each. */
export function Scan({ onRead, children }: { onRead: (code: string) => void; children?: ComponentChildren }) {
  const text = (
    <>
      <Icon name="scan" />
      <span class="unseen">{t('scan.title')}</span>
    </>
  );
  return (
    <DialogButton text={text} title={t('scan.title')} class="quiet">
      {(close) => (
        <>
          <Camera
            onRead={(code) => {
              if (!children) close();
              onRead(code);
            }}
          />
          {children}
        </>
      )}
    </DialogButton>
  );
}

function Camera({ onRead }: { onRead: (code: string) => void }) {
  const video = useRef<HTMLVideoElement>(null);
  const [trouble, setTrouble] = useState<TextKey | null>(null);
  const read = useRef(onRead);
  read.current = onRead;
  useEffect(() => {
    if (!navigator.mediaDevices) return setTrouble(isSecureContext ? 'scan.denied' : 'frame.insecure');
    const gone = new AbortController();
    watch(video.current!, gone.signal, (code) => read.current(code)).catch((error) => setTrouble(troubleOf(error)));
    return () => gone.abort();
  }, []);
  if (trouble) return <p role="alert">{t(trouble)}</p>;
  return (
    <>
      <video ref={video} class="viewfinder" muted playsInline aria-label={t('scan.hint')} />
      <p>
        {t('scan.hint')} {typeof BarcodeDetector === 'undefined' && t('scan.qrOnly')}
      </p>
    </>
  );
}

/** Why the camera can not be used. */
function troubleOf({ name }: Error): TextKey {
  if (name === 'NotAllowedError') return 'scan.denied';
  return /^(NotFound|NotReadable|Overconstrained|Abort)Error$/.test(name) ? 'scan.none' : 'trouble.unknown';
}

/** Reads the codes that the camera sees, each once while it is in sight, until nobody looks any more. @throws where there is no leave */
async function watch(video: HTMLVideoElement, gone: AbortSignal, onRead: (code: string) => void): Promise<void> {
  const stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' } });
  try {
    if (gone.aborted) return;
    video.srcObject = stream;
    await video.play();
    const look = await reader();
    let last = { code: '', at: 0 };
    while (!gone.aborted) {
      const code = await look(video);
      if (code && !gone.aborted) {
        const isNew = code !== last.code || performance.now() - last.at > GONE;
        last = { code, at: performance.now() };
        if (isNew) onRead(code);
      }
      await new Promise((resolve) => setTimeout(resolve, EVERY));
    }
  } finally {
    for (const track of stream.getTracks()) track.stop();
  }
}

/** The browser's own reader knows bar codes too; where it has none, QR codes are read by a script that is loaded then. */
async function reader(): Promise<(video: HTMLVideoElement) => Promise<string | undefined>> {
  if (typeof BarcodeDetector !== 'undefined') {
    const detector = new BarcodeDetector();
    return async (video) => (await detector.detect(video))[0]?.rawValue;
  }
  const { QRCanvas } = await import('qr/dom.js');
  const canvas = new QRCanvas();
  return async (video) => {
    const found = await canvas.drawImage(video, video.videoHeight, video.videoWidth);
    return [found].flat().find((one) => typeof one === 'string');
  };
}
