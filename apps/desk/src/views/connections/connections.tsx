import { useQuery, useQueryClient } from '@tanstack/preact-query';
import { useState } from 'preact/hooks';
import { createConnection, listConnections } from '#client';
import { Button } from '../../parts/button.js';
import { DialogButton } from '../../parts/dialog.js';
import { Field } from '../../parts/field.js';
import { Form } from '../../parts/form.js';
import { Options } from '../../parts/options.js';
import { Page } from '../../parts/page.js';
import { Trouble } from '../../parts/trouble.js';
import { ask } from '../../session/problem.js';
import { client } from '../../session/session.js';
import { t } from '../../texts/texts.js';
import { ConnectionRow, titleOf } from './connection-row.js';
import { ConnectionFields, connectionIn } from './fields.js';
import { PROVIDERS, type ProviderName } from './providers.js';

/** Milliseconds between two looks at whether connections work. */
const EVERY = 5_000;
const NAMES = Object.keys(PROVIDERS) as ProviderName[];

/** Providers that carry and that are paid, reservation systems and mailboxes: connected, tested, switched off and removed. */
export function Connections() {
  const queries = useQueryClient();
  const changed = () => queries.invalidateQueries({ queryKey: ['connections'] });
  const { data, error } = useQuery({
    queryKey: ['connections'],
    refetchInterval: EVERY,
    queryFn: () => ask(listConnections({ client })),
  });
  return (
    <Page title={t('connections.title')} wide back actions={<Add changed={changed} />}>
      <Trouble error={error} />
      {data?.length === 0 && <p class="empty">{t('connections.none')}</p>}
      <ul class="rows">
        {data?.map((one) => (
          <ConnectionRow key={one.ID} connection={one} changed={changed} />
        ))}
      </ul>
    </Page>
  );
}

/** A new connection. Its form keeps no draft: keys are in it. */
function Add({ changed }: { changed: () => Promise<void> }) {
  const [provider, choose] = useState<ProviderName>('sendcloud');
  return (
    <DialogButton text={t('connections.add')} title={t('connections.add')} class="primary">
      {(close) => (
        <Form
          send={async (given) => {
            await ask(createConnection({ client, body: { provider, enabled: true, ...connectionIn(given, provider) } }));
            await changed();
            close();
          }}
        >
          <Field label={t('connections.provider')} path="provider">
            <select onChange={({ currentTarget: { value } }) => choose(value as ProviderName)}>
              <Options of={NAMES.map((one) => [one, `${titleOf(one)} – ${t(PROVIDERS[one].kind)}`])} chosen={provider} />
            </select>
          </Field>
          <ConnectionFields key={provider} provider={provider} />
          <Button type="submit" class="primary wide">
            {t('connections.add')}
          </Button>
        </Form>
      )}
    </DialogButton>
  );
}
