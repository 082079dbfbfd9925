import { useEffect, useRef, useState } from 'preact/hooks';
import { t } from '../texts/texts.js';
import { DialogButton } from './dialog.js';
import { Icon } from './icon.js';

/** How often a picture of the camera is looked at, in ms. */
const EVERY = 150;

/** The part of the Barcode Detection API that browsers have; the types of TypeScript do not know it yet. */
interface BarcodeDetector {
  detect(video: HTMLVideoElement): Promise<{ rawValue: string }[]>;
}
declare const BarcodeDetector: { new (): BarcodeDetector } | undefined;

/** A button that reads a code by the camera. */
export function Scan({ onRead }: { onRead: (code: string) => void }) {
  return (
    <DialogButton text={<Icon name="scan" />} title={t('scan.title')} class="quiet">
      {(close) => (
        <Camera
          onRead={(code) => {
            close();
            onRead(code);
          }}
        />
      )}
    </DialogButton>
  );
}

function Camera({ onRead }: { onRead: (code: string) => void }) {
  const video = useRef<HTMLVideoElement>(null);
  const [isDenied, setDenied] = useState(false);
  useEffect(() => {
    if (!navigator.mediaDevices) return setDenied(true);
    const gone = new AbortController();
    watch(video.current!, gone.signal)
      .then((code) => code !== null && onRead(code))
      .catch(() => setDenied(true));
    return () => gone.abort();
  }, []);
  if (isDenied) return <p role="alert">{t(isSecureContext ? 'scan.denied' : 'frame.insecure')}</p>;
  return (
    <>
      <video ref={video} class="viewfinder" muted playsInline aria-label={t('scan.hint')} />
      <p>{t('scan.hint')}</p>
    </>
  );
}

/** @returns the first code that the camera sees; null when nobody looks any more. @throws where there is no leave to use it */
async function watch(video: HTMLVideoElement, gone: AbortSignal): Promise<string | null> {
  const stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' } });
  try {
    if (gone.aborted) return null;
    video.srcObject = stream;
    await video.play();
    const look = await reader();
    while (!gone.aborted) {
      const code = await look(video);
      if (code) return code;
      await new Promise((resolve) => setTimeout(resolve, EVERY));
    }
    return null;
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
