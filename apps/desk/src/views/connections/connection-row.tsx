import { type ConnectionRecord, deleteConnection, replaceConnection, syncConnection, testConnection } from '#client';
import { useLocations } from '../../data/records.js';
import { Button } from '../../parts/button.js';
import { copy } from '../../parts/copy.js';
import { DialogButton } from '../../parts/dialog.js';
import { Form } from '../../parts/form.js';
import { Row } from '../../parts/row.js';
import { sayTrouble } from '../../parts/trouble.js';
import { ask } from '../../session/problem.js';
import { client } from '../../session/session.js';
import { ago } from '../../texts/format.js';
import { say } from '../../texts/say.js';
import { named, type TextKey, t } from '../../texts/texts.js';
import { ConnectionFields, connectionIn } from './fields.js';
import { PROVIDERS, type ProviderName } from './providers.js';

/** A connection: where it leads, whether it works, and what can be done with it. */
export function ConnectionRow({ connection, changed }: { connection: ConnectionRecord; changed: () => Promise<void> }) {
  const { ID, name, provider, enabled, status, lastError, eventsUrl, settings, locationIDs } = connection;
  const path = { connectionID: ID };
  const names = new Map((useLocations().data ?? []).map((one) => [one.locationID, one.name]));
  const isRead = enabled && (provider === 'mews' || provider === 'opera' || (provider === 'mail' && settings.host !== undefined));
  const replace = (body: object) =>
    ask(replaceConnection({ client, path, body: { name, enabled, locationIDs, settings, ...body } })).then(changed);

  async function test() {
    const { ok, error } = await ask(testConnection({ client, path }));
    say(ok ? t('connections.works', { name }) : (error ?? name));
    await changed();
  }

  return (
    <Row
      title={name}
      facts={[
        titleOf(provider) !== name && titleOf(provider),
        t(PROVIDERS[provider].kind),
        locationIDs?.map((id) => names.get(id) ?? id).join(', '),
        connection.lastSyncAt && t('connections.read', { when: ago(connection.lastSyncAt), count: connection.stays ?? 0 }),
      ]}
      marks={<span class="status">{enabled ? named('status', `connection-${status}`) : named('status', 'connection-off')}</span>}
      below={<Below error={lastError} eventsUrl={eventsUrl} unmapped={connection.unmapped ?? []} />}
    >
      <Button class="quiet" onClick={() => test().catch(sayTrouble)}>
        {t('connections.test')}
      </Button>
      {isRead && (
        <Button class="quiet" onClick={() => ask(syncConnection({ client, path })).then(changed).catch(sayTrouble)}>
          {t('connections.sync')}
        </Button>
      )}
      <DialogButton class="quiet" text={t('item.edit')} title={name}>
        {(close) => (
          <Form send={(given) => replace(connectionIn(given, provider)).then(close)}>
            <ConnectionFields provider={provider} connection={connection} />
            <Button type="submit" class="primary wide">
              {t('item.save')}
            </Button>
          </Form>
        )}
      </DialogButton>
      <Button key={String(enabled)} class="quiet" onClick={() => replace({ enabled: !enabled }).catch(sayTrouble)}>
        {enabled ? t('connections.off') : t('connections.on')}
      </Button>
      <DialogButton class="quiet" text={t('photo.remove')} title={name}>
        {() => (
          <Form send={() => ask(deleteConnection({ client, path })).then(changed)}>
            <p>{t('connections.sure')}</p>
            <Button type="submit" class="primary wide">
              {t('photo.remove')}
            </Button>
          </Form>
        )}
      </DialogButton>
    </Row>
  );
}

/** The words of what is wrong with it, and of what is to be entered at the provider. */
function Below(props: { error: string | null; eventsUrl: string | null; unmapped: readonly string[] }) {
  return (
    <>
      {props.error && (
        <small class="wrong" lang="en">
          {props.error}
        </small>
      )}
      {props.unmapped.length > 0 && (
        <small class="wrong">{t('connections.unmapped', { names: props.unmapped.join(', ') })}</small>
      )}
      {props.eventsUrl && (
        <small class="at-provider">
          {t('connections.eventsUrl')} <code dir="ltr">{props.eventsUrl}</code>{' '}
          <Button class="quiet" onClick={() => copy(props.eventsUrl!)}>
            {t('owner.copy')}
          </Button>
        </small>
      )}
    </>
  );
}

/** A provider's name for people. */
export function titleOf(provider: ProviderName): string {
  const { title } = PROVIDERS[provider];
  return title.startsWith('connections.') ? t(title as TextKey) : title;
}
