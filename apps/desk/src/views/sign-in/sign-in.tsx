import { useEffect, useState } from 'preact/hooks';
import { connect, forgotPassword } from '#client';
import { refusesCookies } from '../../device/browser.js';
import { Button } from '../../parts/button.js';
import { Field } from '../../parts/field.js';
import { Form } from '../../parts/form.js';
import { LanguageList } from '../../parts/language-list.js';
import { Trouble } from '../../parts/trouble.js';
import { useIsKept, useOthers } from '../../queue/state.js';
import { ask, Problem } from '../../session/problem.js';
import { signIn } from '../../session/session.js';
import { t } from '../../texts/texts.js';

const SSO = '/api/v2/auth/sso/login';

/** The page that single sign-on leads back to: this one, where its address is one that the service takes. */
function returnTo(): string {
  const asked = new URLSearchParams(location.search);
  asked.delete('error');
  const page = [location.pathname, asked].filter(String).join('?').replaceAll('+', '%20');
  return /^[\w./?&=%:-]{1,500}$/.test(page) ? page : '/desk';
}

/** Name and password, the second factor where there is one, single sign-on, and the way back to a forgotten password. */
export function SignIn({ expired }: { expired: boolean }) {
  const given = new URLSearchParams(location.search).get('error');
  const [error, setError] = useState<unknown>(
    given ? new Problem(given === 'invalid_credentials' ? 'sso_failed' : given, 401, '') : null,
  );
  const [step, setStep] = useState<'password' | 'code' | 'forgotten' | 'sent'>('password');
  const waiting = useOthers();
  const isKept = useIsKept();
  const [sso, setSso] = useState(false);
  // It redirects where the service has an identity provider, and is 404 where it has none.
  useEffect(() => {
    fetch(SSO, { method: 'HEAD', redirect: 'manual' }).then(
      ({ type, body }) => {
        setSso(type === 'opaqueredirect');
        // A browser takes a page for loading as long as a body waits to be read.
        void body?.cancel();
      },
      () => setSso(false),
    );
  }, []);

  async function submit(form: FormData) {
    const text = (name: string) => String(form.get(name) ?? '').trim();
    setError(null);
    try {
      if (step === 'forgotten') {
        const body = { username: text('username') };
        await ask(forgotPassword({ client: connect({ baseUrl: location.origin, attempts: 1 }), body }));
        setStep('sent');
      } else {
        const code = text('code');
        await signIn({ username: text('username'), password: String(form.get('password')), ...(code && { code }) });
      }
    } catch (cause) {
      if (cause instanceof Problem && cause.code === 'second_factor_required') setStep('code');
      else setError(cause);
    }
  }

  return (
    <main class="sign-in">
      <Form send={submit}>
        <img src="/desk/icon.svg" alt="" width="56" height="56" />
        <h1>{t('frame.name')}</h1>
        {expired && <p class="notice">{t('signIn.expired')}</p>}
        {waiting > 0 && <p class="notice">{isKept ? t('signIn.waiting', { count: waiting }) : t('waiting.unkept')}</p>}
        {!isSecureContext && <p class="notice">{t('frame.insecure')}</p>}
        {refusesCookies() && <p class="notice">{t('signIn.noCookies')}</p>}
        {step === 'sent' && (
          <p class="notice" role="status">
            {t('signIn.sent')}
          </p>
        )}
        <Trouble error={error} />
        <Field label={t('signIn.username')}>
          <input name="username" autocomplete="username" autocapitalize="none" required />
        </Field>
        {step !== 'forgotten' && (
          <Field label={t('signIn.password')}>
            <input name="password" type="password" autocomplete="current-password" required />
          </Field>
        )}
        {step === 'code' && (
          <Field label={t('signIn.code')} hint={t('signIn.codeHint')}>
            <input name="code" autocomplete="one-time-code" inputMode="text" required />
          </Field>
        )}
        <Button type="submit" class="primary">
          {step === 'forgotten' ? t('signIn.sendLink') : t('signIn.signIn')}
        </Button>
        <p class="links">
          <Button class="link" onClick={() => setStep(step === 'forgotten' ? 'password' : 'forgotten')}>
            {step === 'forgotten' ? t('signIn.back') : t('signIn.forgotten')}
          </Button>
          {sso && <a href={`${SSO}?returnTo=${encodeURIComponent(returnTo())}`}>{t('signIn.sso')}</a>}
        </p>
        <LanguageList />
      </Form>
    </main>
  );
}
