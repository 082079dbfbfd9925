import { useEffect, useState } from 'preact/hooks';
import { readSetting, writeSetting } from '../device/browser.js';
import { chosenWords, type Words, wordsOf } from '../texts/texts.js';
import { useLocationLanguages } from './records.js';

/**
 * The words of the language of a Location, its default Language: what is kept there or printed is for all who work there and for guests,
 * whatever language its writer reads. Offline as it was known before on this device.
 */
export function useWords(locationID: string | undefined): Words {
  const setting = `desk-language ${locationID}`;
  const code = useLocationLanguages(locationID).data?.find((one) => one.default)?.code ?? readSetting(setting);
  const [words, setWords] = useState<Words | null>(null);
  useEffect(() => {
    if (code === null) return;
    writeSetting(setting, code);
    // Without the network, and without what keeps the desk's files, they are not there.
    wordsOf(code).then(setWords, () => undefined);
  }, [setting, code]);
  return words ?? chosenWords();
}
