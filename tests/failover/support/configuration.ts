import type { Node } from './stack.ts';

type PatroniFacts = {
  node: Node;
  etcdPort: number;
  passwords: { superuser: string; replication: string; rewind: string };
  programs: string;
};

/** Builds Patroni's configuration of a node (JSON is YAML), with the shortest times it accepts. */
export function patroniSettings({ node, etcdPort, passwords, programs }: PatroniFacts) {
  const address = `127.0.0.1:${node.port}`;
  const restAddress = `127.0.0.1:${node.restPort}`;
  return JSON.stringify({
    scope: 'secondlook',
    name: node.name,
    etcd3: { hosts: `127.0.0.1:${etcdPort}` },
    restapi: { listen: restAddress, connect_address: restAddress },
    bootstrap: {
      dcs: {
        ttl: 20,
        loop_wait: 5,
        retry_timeout: 5,
        // An acknowledged commit is on both nodes, so the standby can take over at any moment.
        synchronous_mode: true,
        maximum_lag_on_failover: 1_048_576,
        postgresql: {
          use_pg_rewind: true,
          parameters: { max_connections: 60, synchronous_commit: 'on', wal_log_hints: 'on' },
        },
      },
      initdb: [{ encoding: 'UTF8' }, { locale: 'C.UTF-8' }, { auth: 'scram-sha-256' }],
      pg_hba: ['host all all 127.0.0.1/32 scram-sha-256', 'host replication all 127.0.0.1/32 scram-sha-256'],
    },
    postgresql: {
      listen: address,
      connect_address: address,
      data_dir: node.dataDir,
      bin_dir: programs,
      pgpass: `${node.dataDir}.pgpass`,
      authentication: {
        superuser: { username: 'postgres', password: passwords.superuser },
        replication: { username: 'replicator', password: passwords.replication },
        rewind: { username: 'rewinder', password: passwords.rewind },
      },
      parameters: { unix_socket_directories: '', shared_buffers: '64MB' },
    },
  });
}

/**
 * Builds HAProxy's configuration: connections go to the node that Patroni reports as the leader.
 */
export const haproxySettings = ({ port, nodes }: { port: number; nodes: Node[] }) => `
global
  maxconn 200
defaults
  mode tcp
  timeout connect 1s
  timeout client 30m
  timeout server 30m
  timeout check 1s
frontend write
  bind 127.0.0.1:${port}
  default_backend leader
backend leader
  option httpchk OPTIONS /primary
  http-check expect status 200
  default-server inter 1s fall 2 rise 1 on-marked-down shutdown-sessions
${nodes.map((node) => `  server ${node.name} 127.0.0.1:${node.port} check port ${node.restPort}`).join('\n')}
`;
