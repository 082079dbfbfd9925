import { execFileSync } from 'node:child_process';
import { userInfo } from 'node:os';

/** The settings of a Dovecot that serves one mailbox from a folder, whoever runs it. */
export function dovecotSettings(given: {
  folder: string;
  port: number;
  tlsPort: number;
  tls: boolean;
  /** Mails belong to it; another than root. */
  account: { uid: number; gid: number };
}): string {
  const { folder, port, tlsPort, tls, account } = given;
  const root = process.getuid?.() === 0;
  const certificate = `${folder}/certificate.pem`;
  const [internal, login] = root ? ['dovecot', 'dovenull'] : [userInfo().username, userInfo().username];
  const certified = `ssl = yes\nssl_cert = <${certificate}\nssl_key = <${certificate}.key`;
  const settings = `
    base_dir = ${folder}/run
    state_dir = ${folder}/run
    log_path = ${folder}/log
    protocols = imap
    listen = 127.0.0.1
    ${tls ? certified : 'ssl = no'}
    disable_plaintext_auth = no
    default_internal_user = ${internal}
    ${root ? '' : `default_internal_group = ${execFileSync('id', ['-gn'], { encoding: 'utf8' }).trim()}`}
    default_login_user = ${login}
    mail_location = maildir:${folder}/mail
    namespace inbox {
      inbox = yes
    }
    passdb {
      driver = passwd-file
      args = username_format=%u ${folder}/users
    }
    userdb {
      driver = static
      args = uid=${account.uid} gid=${account.gid} home=${folder}/home
    }
    service imap-login {
      chroot =
      inet_listener imap {
        port = ${port}
      }
      inet_listener imaps {
        port = ${tls ? tlsPort : 0}
      }
    }
    auth_failure_delay = 0
    service anvil {
      chroot =
      unix_listener anvil-auth-penalty {
        mode = 0
      }
    }
    service stats {
      chroot =
    }`;
  return settings.replace(/\n +/g, '\n');
}
