import { say } from '../texts/say.js';
import { t } from '../texts/texts.js';

/** Copies a text. Without https browsers copy only what is selected, as a person does. */
export async function copy(text: string): Promise<void> {
  if (!navigator.clipboard) return say(t('frame.insecure'));
  await navigator.clipboard.writeText(text);
  say(t('owner.copied'));
}
