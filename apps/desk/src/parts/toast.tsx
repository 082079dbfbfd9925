import { toasts } from '../texts/say.js';
import { t } from '../texts/texts.js';
import { Button } from './button.js';

/** The words above every view. */
export function Toasts() {
  const shown = toasts.use();
  return (
    <div class="toasts" role="status">
      {shown.map(({ id, text, undo }) => (
        <p key={id}>
          {text}
          {undo && <Button onClick={undo}>{t('toast.undo')}</Button>}
        </p>
      ))}
    </div>
  );
}
