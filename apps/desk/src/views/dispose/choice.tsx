import type { ItemRecord } from '#client';
import { placeOf } from '../../data/records.js';
import { Thumbnail } from '../../parts/photo.js';
import { Facts } from '../../parts/row.js';
import { problemText } from '../../parts/trouble.js';
import { day } from '../../texts/format.js';
import { t } from '../../texts/texts.js';

/** An item that may go. An item on hold stays; the printed list has only what was chosen. @param props.refused why the service kept it */
export function Choice(props: {
  item: ItemRecord;
  isChosen: boolean;
  refused: string | undefined;
  choose: (isChosen: boolean) => void;
}) {
  const { item, isChosen, refused } = props;
  return (
    <li class={isChosen ? 'row' : 'row unprinted'}>
      <label class="main">
        <input
          type="checkbox"
          checked={isChosen}
          disabled={item.hold !== null}
          onChange={(event) => props.choose(event.currentTarget.checked)}
        />
        <Thumbnail item={item} />
        <span class="what">
          <strong>
            <bdi>{item.item}</bdi>
          </strong>
          <Facts
            of={[
              t('item.number', { id: item.ID }),
              placeOf(item),
              `${t('fact.until')} ${day(item.storageExpiresAt, item.locationID)}`,
            ]}
          />
          {item.hold && <span class="held">{`${t('item.onHold')}${t('colon')} ${item.hold.reason ?? ''}`}</span>}
          {refused && <span class="wrong">{problemText(refused)}</span>}
        </span>
      </label>
    </li>
  );
}
