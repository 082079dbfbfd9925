import { useState } from 'preact/hooks';
import { fieldName } from '../../data/fields.js';
import { useWords } from '../../data/words.js';
import { Button } from '../../parts/button.js';
import { hinderedBy } from '../../parts/deeds.js';
import { Field } from '../../parts/field.js';
import { Form, textIn } from '../../parts/form.js';
import { OwnPicture, PhotoInput } from '../../parts/photo.js';
import { Row } from '../../parts/row.js';
import { taken } from '../../parts/shrunk.js';
import { problemText } from '../../parts/trouble.js';
import { asEntered } from '../../parts/written.js';
import type { WaitingFind } from '../../queue/database.js';
import { photosOf } from '../../queue/photos.js';
import { discard, leftOut, mend, replacePhoto } from '../../queue/queue.js';
import { useHindrance, useUnderWay } from '../../queue/state.js';
import { ago } from '../../texts/format.js';
import { t } from '../../texts/texts.js';

/** A find that waits: why. A refused one can be mended and sent again, one that is registered already lacks a photo alone. */
export function Find({ find }: { find: WaitingFind }) {
  const { item, savedAt, itemID, refused } = find;
  const isUnderWay = useUnderWay() === find.key;
  const entered = asEntered(item, useWords(item.locationID));
  const hindrance = useHindrance();
  const [photos] = useState(() => photosOf(find));
  const photo = photos.find(({ key }) => key === refused?.photo) ?? photos[0];
  const names = refused?.fields.map(fieldName).join(', ');
  const without = leftOut(find).map(fieldName).join(', ');
  const why = refused ? `${problemText(refused.code)} ${names}` : hinderedBy(hindrance) || t('waiting.waits');
  return (
    <Row
      image={photo && <OwnPicture photo={photo.photo} alt="" />}
      title={entered.item}
      facts={[itemID !== undefined && t('waiting.registered', { id: itemID }), entered.location, ago(savedAt)]}
      below={<span class={refused ? 'wrong' : 'facts'}>{why}</span>}
    >
      {refused?.photo && (
        <>
          <PhotoInput
            class="button"
            text={t('waiting.takeAgain')}
            capture="environment"
            add={async ([file]) => replacePhoto(find, refused.photo!, await taken(file!))}
          />
          <Button class="primary" onClick={() => replacePhoto(find, refused.photo!)}>
            {t('waiting.withoutPhoto')}
          </Button>
        </>
      )}
      {refused && (
        <Form
          class="mend"
          name={`mend ${find.key}`}
          send={(given) => mend(find, { item: textIn(given, 'item') ?? '', location: textIn(given, 'location') ?? '' })}
        >
          <Field label={t('fact.item')}>
            <input name="item" required maxLength={200} defaultValue={item.item} />
          </Field>
          <Field label={t('fact.location')}>
            <input name="location" required maxLength={200} defaultValue={item.location} />
          </Field>
          {without && <p>{t('waiting.without', { fields: without })}</p>}
          <Button type="submit">{t('waiting.again')}</Button>
        </Form>
      )}
      {itemID === undefined && !isUnderWay && (
        <Button onClick={() => confirm(t('waiting.sure')) && discard(find.key)}>{t('waiting.discard')}</Button>
      )}
    </Row>
  );
}
