"""OpenStack Swift with its S3 API, all of its servers in one process, for tests.

usage: swift-server.py <folder> [port]

Keeps everything in the folder, listens on 127.0.0.1 at the port or a free one, and prints `ready` and
the port once it takes requests. The access key is `test:tester`, the secret `testing`. It ends with its
input.
"""
import os
import sys

folder, port = os.path.abspath(sys.argv[1]), int((sys.argv[2:] + ['0'])[0])
etc = os.path.join(folder, 'etc')
devices = os.path.join(folder, 'devices')
os.makedirs(etc, exist_ok=True)
os.makedirs(os.path.join(devices, 'disk'), exist_ok=True)

# Objects have their metadata in extended attributes.
try:
    os.setxattr(devices, 'user.swift', b'1')
except OSError:
    sys.exit(f'{folder} is on a file system without extended attributes')

# Nothing of it outlives the machine.
os.fsync = os.fdatasync = lambda descriptor: None


def write(name, text):
    with open(os.path.join(etc, name), 'w') as file:
        file.write(text)


write('swift.conf', '''
[swift-hash]
swift_hash_path_prefix = tests
swift_hash_path_suffix = tests
[storage-policy:0]
name = single
default = yes
''')

import eventlet

eventlet.monkey_patch()

# Where its settings are is a constant of each of its modules.
import swift.common.utils as utils

utils.SWIFT_CONF_FILE = os.path.join(etc, 'swift.conf')
import swift.common.storage_policy as storage_policy

storage_policy.SWIFT_CONF_FILE = utils.SWIFT_CONF_FILE
storage_policy.reload_storage_policies()
import swift.common.constraints as constraints

constraints.SWIFT_CONF_FILE = utils.SWIFT_CONF_FILE
utils.validate_hash_conf()
from eventlet import wsgi
from swift.common.ring import RingBuilder
from swift.common.wsgi import SwiftHttpProtocol, loadapp

common = f'''[DEFAULT]
swift_dir = {etc}
devices = {devices}
recon_cache_path = {folder}
mount_check = false
disable_fallocate = true
fallocate_reserve = 0
log_level = CRITICAL
log_udp_host = 127.0.0.1
log_udp_port = 9
'''
sockets = {kind: eventlet.listen(('127.0.0.1', 0)) for kind in ('account', 'container', 'object')}
sockets['proxy'] = eventlet.listen(('127.0.0.1', port))
for kind in ('account', 'container', 'object'):
    own = sockets[kind].getsockname()[1]
    ring = RingBuilder(part_power=4, replicas=1, min_part_hours=1)
    ring.add_dev({
        'id': 0, 'region': 1, 'zone': 1, 'ip': '127.0.0.1', 'port': own, 'device': 'disk', 'weight': 1,
        'replication_ip': '127.0.0.1', 'replication_port': own, 'meta': '',
    })
    ring.rebalance()
    ring.get_ring().save(os.path.join(etc, f'{kind}.ring.gz'))
    write(f'{kind}.conf', f'''{common}
[pipeline:main]
pipeline = {kind}-server
[app:{kind}-server]
use = egg:swift#{kind}
''')
write('proxy.conf', f'''{common}
[pipeline:main]
pipeline = catch_errors gatekeeper cache listing_formats s3api tempauth bulk slo dlo proxy-server
[app:proxy-server]
use = egg:swift#proxy
allow_account_management = true
account_autocreate = true
[filter:catch_errors]
use = egg:swift#catch_errors
[filter:gatekeeper]
use = egg:swift#gatekeeper
# Tests say when something was begun.
shunt_inbound_x_timestamp = false
[filter:cache]
use = egg:swift#memcache
memcache_servers = 127.0.0.1:1
[filter:listing_formats]
use = egg:swift#listing_formats
[filter:s3api]
use = egg:swift#s3api
location = us-east-1
# Tests move their clock.
allowable_clock_skew = 1000000000
[filter:tempauth]
use = egg:swift#tempauth
user_test_tester = testing .admin
[filter:bulk]
use = egg:swift#bulk
[filter:slo]
use = egg:swift#slo
[filter:dlo]
use = egg:swift#dlo
''')

silent = open(os.devnull, 'w')
for kind, socket in sockets.items():
    app = loadapp(os.path.join(etc, f'{kind}.conf'), global_conf={'log_name': kind})
    eventlet.spawn(
        wsgi.server, socket, app, silent,
        protocol=SwiftHttpProtocol, capitalize_response_headers=False, log_output=False,
    )
print(f'ready {sockets["proxy"].getsockname()[1]}', flush=True)
# Whoever started it holds the other end of its input.
eventlet.tpool.execute(sys.stdin.read)
