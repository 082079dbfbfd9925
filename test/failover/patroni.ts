/** The superuser of the cluster's servers. */
export const SUPERUSER = 'postgres:super';

/** What one server of the cluster needs to know. */
export interface Member {
  name: string;
  port: number;
  /** Port of Patroni's own interface. */
  rest: number;
  etcd: string;
  data: string;
  programs: string;
  sockets: string;
}

/**
 * Patroni's configuration of docs/failover.md. Strictly synchronous replication (`synchronous_mode_strict`) is left out: with two servers
 * nothing could be written while either is away. Without it Patroni still promotes only the standby that was synchronous.
 */
export function patroniConfiguration({ name, port, rest, etcd, data, programs, sockets }: Member): string {
  const [superuser, password] = SUPERUSER.split(':');
  return JSON.stringify({
    scope: 'lost-and-found',
    name,
    restapi: { listen: `127.0.0.1:${rest}`, connect_address: `127.0.0.1:${rest}` },
    etcd3: { hosts: etcd },
    bootstrap: {
      dcs: {
        ttl: 20,
        loop_wait: 5,
        retry_timeout: 5,
        synchronous_mode: true,
        postgresql: { use_pg_rewind: true, parameters: { max_connections: 200, synchronous_commit: 'on', wal_log_hints: 'on' } },
      },
      initdb: [{ encoding: 'UTF8' }, { locale: 'C.UTF-8' }],
      pg_hba: [
        'local all all trust',
        'host all all 127.0.0.1/32 scram-sha-256',
        'host replication all 127.0.0.1/32 scram-sha-256',
      ],
    },
    postgresql: {
      listen: `127.0.0.1:${port}`,
      connect_address: `127.0.0.1:${port}`,
      data_dir: data,
      bin_dir: programs,
      pgpass: `${data}.pgpass`,
      parameters: { unix_socket_directories: sockets },
      authentication: {
        superuser: { username: superuser, password },
        replication: { username: 'replicator', password: 'replicates' },
      },
    },
  });
}
