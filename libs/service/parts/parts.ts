import type { Configuration } from '#platform/configuration';

/** A process of the service. */
export type ProcessName = 'api' | 'worker';

/** The parts of the service that are off unless somebody sets them up. */
export type PartName = 'mail' | 'sms' | 'public_url' | 'metrics' | 'bucket' | 'sign_on' | 'backups' | 'retention';

/** A part of the service that is on or off. */
export interface Part {
  part: PartName;
  isOn: boolean;
  /** The part as it is: with what it is on, or what follows from its being off. */
  text: string;
  /** Off, it loses something or leads nowhere; else that is a choice. */
  isNeeded: boolean;
  /** The processes that need it. */
  of: readonly ProcessName[];
}

/** The state of parts that no setting switches on, by the database. */
export interface Known {
  /** When a backup was last made and checked, as far as the service was told. */
  lastBackup: Date | null;
  /** Groups that keep personal data for ever. */
  groupsWithoutRetention: number;
  /** Webhook endpoints that the service has disabled. */
  disabledEndpoints: number;
  /** Since when SECRET_KEY seals new values, as far as the database remembers. */
  keySince: Date | null;
}

/** A part that is set up and wants to be looked after, or does not. */
export interface Concern {
  check: 'endpoints' | 'key_age';
  isWell: boolean;
  text: string;
}

/** Days after which a key is to be changed, as the alert KeyOld says. */
const KEY_DAYS = 730;
const OLD = ', more than two years: "secret rotate" changes it';

const LOOPBACK = /^(localhost|127(\.\d+){3}|\[::1\]|0\.0\.0\.0)$/;

/** Whether an address leads only to the machine that it is used on. */
function isOfThisMachine(url: string): boolean {
  return LOOPBACK.test(new URL(url).hostname);
}

/** The parts that settings switch on. */
export function partsOf({ messages, publicUrl, metrics, s3, sso }: Configuration): Part[] {
  const instead = messages.folder === null ? null : `what it would send is written to ${messages.folder} and reaches nobody`;
  const ports = [metrics.apiPort, metrics.workerPort].filter((port) => port !== null);
  const parts: (Omit<Part, 'text'> & { on: string; off: string })[] = [
    {
      part: 'mail',
      isOn: messages.smtpUrl !== null,
      on: 'to the mail server of SMTP_URL',
      off: `no SMTP_URL: ${instead ?? 'messages to guests, owners and staff are held, and dropped after 14 days'}`,
      isNeeded: true,
      of: ['worker'],
    },
    {
      part: 'sms',
      isOn: messages.smsUrl !== null,
      on: 'to the gateway of SMS_URL',
      off: `no SMS_URL: ${instead ?? 'messages to those who left nothing but a phone number are held, and dropped after 14 days'}`,
      isNeeded: true,
      of: ['worker'],
    },
    {
      part: 'public_url',
      isOn: !isOfThisMachine(publicUrl),
      on: publicUrl,
      off: `PUBLIC_URL is ${publicUrl}: links in messages, to images and to guest pages lead nowhere from any other machine`,
      isNeeded: true,
      of: ['api', 'worker'],
    },
    {
      part: 'metrics',
      isOn: ports.length > 0,
      on: `on port ${ports.join(' and ')} of ${metrics.host}`,
      off: 'neither API_METRICS_PORT nor WORKER_METRICS_PORT: no alert can be raised',
      isNeeded: true,
      of: ['api', 'worker'],
    },
    {
      part: 'bucket',
      isOn: s3 !== null,
      on: s3 === null ? '' : `"${s3.bucket}" at ${s3.endpoint}`,
      off: 'no S3_ENDPOINT: images and the journal of erasures lie in DATA_DIR/images, and processes on other machines lack them',
      isNeeded: false,
      of: ['api', 'worker'],
    },
    {
      part: 'sign_on',
      isOn: sso !== null,
      on: sso === null ? '' : `at ${sso.issuer}`,
      off: 'no SSO_ISSUER: users sign in with passwords of the service alone',
      isNeeded: false,
      of: ['api'],
    },
  ];
  return parts.map(({ on, off, ...part }) => ({ ...part, text: part.isOn ? on : off }));
}

/** The parts that only the database knows of. */
export function partsIn({ lastBackup, groupsWithoutRetention }: Known): Part[] {
  const kept = groupsWithoutRetention === 1 ? 'one Group keeps' : `${groupsWithoutRetention} Groups keep`;
  return [
    {
      part: 'backups',
      isOn: lastBackup !== null,
      text:
        lastBackup === null
          ? 'none is known: make them every night (docs/backup.md), or tell of those that others make with "backup done"'
          : `the last good one is of ${lastBackup.toISOString()}`,
      isNeeded: true,
      of: ['worker'],
    },
    {
      part: 'retention',
      isOn: groupsWithoutRetention === 0,
      text:
        groupsWithoutRetention === 0
          ? 'every Group has one'
          : `${kept} personal data for ever: "group retention --group <code> --days <days>" ends that`,
      isNeeded: false,
      of: ['worker'],
    },
  ];
}

/** The concerns that the database tells of. */
export function concernsIn({ disabledEndpoints, keySince }: Known): Concern[] {
  const days = keySince === null ? 0 : Math.floor((Date.now() - keySince.getTime()) / 86_400_000);
  const isOld = days > KEY_DAYS;
  return [
    {
      check: 'endpoints',
      isWell: disabledEndpoints === 0,
      text:
        disabledEndpoints === 0
          ? 'no webhook endpoint is disabled'
          : `${disabledEndpoints} webhook endpoints are disabled, as they failed for days or are gone: "GET /webhooks/health" names them`,
    },
    {
      check: 'key_age',
      isWell: !isOld,
      text:
        keySince === null
          ? 'the database does not remember since when SECRET_KEY is in use'
          : `SECRET_KEY is in use since ${keySince.toISOString().slice(0, 10)}${isOld ? OLD : ''}`,
    },
  ];
}
