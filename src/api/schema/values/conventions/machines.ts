/** Texts of networks, files and programs. */
import { jwtOf } from '../../../../support/jwt.ts'
import { BASE62, characters, type Draw, HEX, type Maker, pick, uuid, whole } from '../draw.ts'
import { hostOf, nameOfHolder, slugOf } from './kinds.ts'
import type { Row } from './table.ts'

const FILE = /^[\w-]+\.[a-z0-9]{2,4}$/
/** The name of the holder, where that is a file's; else its slug. */
function pathName(draw: Draw): string {
  const name = nameOfHolder(draw)
  return FILE.test(name) ? name : slugOf(draw)
}

function fileName(draw: Draw): string {
  const name = pathName(draw)
  return FILE.test(name) ? name : `${name}.pdf`
}

const random =
  (length: number): Maker<string> =>
  (d) =>
    characters(d, length, BASE62)
const hex =
  (length: number): Maker<string> =>
  (d) =>
    characters(d, length, HEX)

/** A JSON Web Token that is good for an hour. */
export const jwt: Maker<string> = (d) => {
  const iat = Math.floor(d.now / 1000)
  return jwtOf({ sub: characters(d, 16, BASE62), iat, exp: iat + 3600 }, d.dice.stream(`${d.key}~signature`))
}

export const machineRows: readonly Row<Maker<string>>[] = [
  [
    'ip ip_address ipv4 remote_addr client_ip ipaddress ip_addr source_ip remote_ip host_ip address_ip ipv4_address public_ip remote_address',
    (d) => `203.0.113.${whole(d, 1, 254)}`,
  ],
  ['private_ip cluster_ip pod_ip internal_ip gateway_ip node_ip', (d) => `10.0.0.${whole(d, 2, 254)}`],
  ['ipv6 ipv6_address', (d) => `2001:db8::${whole(d, 1, 9999).toString(16)}`],
  [
    'cidr ip_range cidr_block subnet_cidr ip_prefix address_prefix network_cidr pod_cidr service_cidr address_range',
    () => '10.0.0.0/16',
  ],
  ['netmask subnet_mask', () => '255.255.255.0'],
  ['mac mac_address macaddress hardware_address', (d) => (characters(d, 12, HEX).match(/../g) ?? []).join(':')],
  ['host hostname host_name domain domain_name domainname fqdn server_name cname rdns reverse_dns', hostOf],
  ['subdomain', () => 'links'],
  ['dns_zone name_server nameserver', () => 'ns1.example.com'],
  ['port target_port port_number', () => '443'],
  ['protocol scheme transport', () => 'https'],
  ['http_method request_method http_verb verb', () => 'GET'],
  [
    'user_agent useragent browser_user_agent',
    () => 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0.0.0 Safari/537.36',
  ],
  ['uuid guid uid', uuid],
  [
    'sha sha1 sha_1 commit commit_id commit_sha commit_hash tree_sha git_commit head_sha base_sha revision_sha',
    hex(40),
  ],
  ['digest image_digest manifest_digest', (d) => `sha256:${characters(d, 64, HEX)}`],
  ['sha512 sha_512', hex(128)],
  ['sha256 sha_256 checksum hash fingerprint thumbprint', hex(64)],
  ['md5', hex(32)],
  ['etag e_tag', hex(16)],
  ['=token_type', () => 'Bearer'],
  [
    'token secret api_key apikey access_key key_secret client_secret signature nonce password credential credentials private_key access_token refresh_token passphrase auth_key security_token webhook_secret signing_secret secret_key csrf',
    random(32),
  ],
  ['jwt id_token jwt_token jwt_assertion', jwt],
  ['public_key', random(43)],
  ['client_id access_key_id key_id', random(20)],
  [
    'cursor next_cursor prev_cursor previous_cursor next_token page_token next_page_token continuation_token iterator continuation continue pagination_token scroll_id marker before after next prev previous next_page prev_page previous_page',
    random(24),
  ],
  ['idempotency_key request_key dedupe_key correlation_key', uuid],
  ['mime_type mimetype content_type media_type contenttype', () => 'application/pdf'],
  ['file_name filename file original_name original_filename original_file_name basename attachment_name', fileName],
  ['file_type filetype file_extension extension file_format', () => 'pdf'],
  [
    'path file_path filepath directory folder dir mount_path pathname uri_path url_path request_path resource_path mountpoint',
    (d) => `/${pathName(d)}`,
  ],
  ['root_path working_dir workdir working_directory', () => '/app'],
  ['format output_format export_format data_format response_format', () => 'json'],
  ['encoding charset character_set', () => 'utf-8'],
  ['compression', () => 'gzip'],
  ['slug handle permalink short_name shortname alias url_key url_slug screen_slug', slugOf],
  ['resource_version generation revision serial version_number versionnumber', () => '1'],
  [
    'version app_version release_version api_version sdk_version software_version engine_version client_version package_version os_version kernel_version',
    () => '1.0.0',
  ],
  ['os operating_system os_name os_type platform', () => 'linux'],
  ['arch architecture cpu_arch', () => 'amd64'],
  ['fs_type filesystem_type file_system_type', () => 'ext4'],
  ['image_name docker_image container_image', () => 'registry.example.com/app:1.0.0'],
  ['registry', () => 'registry.example.com'],
  ['driver plugin_name provisioner', () => 'default'],
  ['command cmd entrypoint start_command run_command', () => 'npm start'],
  ['script', () => 'echo done'],
  ['stdout logs log console_output', () => 'Finished in 1.2 s'],
  ['stderr', () => 'warning: nothing to do'],
  ['callstack stack_trace stacktrace backtrace trace', () => 'at main (app.js:1:1)'],
  ['regex regexp pattern', () => '^[a-z]+$'],
  ['expression filter_expression condition_expression rule_expression', () => 'status == "active"'],
  ['query search_query search_term search filter q keywords', () => 'status:active'],
  ['sql sql_query statement', () => 'SELECT 1'],
  ['selector label_selector', () => 'app=web'],
  ['json_path jsonpath', () => '$.data'],
  ['cron cron_expression schedule_expression', () => '0 9 * * 1'],
  ['html html_content body_html html_body content_html', () => '<p>Thank you for your order.</p>'],
  ['css', () => 'body { color: #333333; }'],
  ['xml', () => '<data/>'],
  ['markdown', () => 'Thank you for your **order**.'],
  ['json arguments args input_json metadata_json payload_json settings_json', () => '{}'],
  ['diff patch', () => '--- a/notes.txt\n+++ b/notes.txt\n@@ -1 +1 @@\n-old\n+new\n'],
  ['data base64 b64 blob bytes binary data_base64 ciphertext encrypted_data', random(24)],
  [
    'certificate cert pem public_certificate ca_certificate certificate_chain',
    () => '-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----',
  ],
  ['log_level loglevel', () => 'info'],
  ['device_type', (d) => pick(d, ['desktop', 'mobile', 'tablet'])],
  ['namespace', () => 'default'],
  ['gid', () => '1000'],
  ['signal stop_signal', () => 'SIGTERM'],
  ['arn topic_arn', () => 'arn:aws:sns:us-east-1:000000000000:updates'],
  ['db_user database_user', () => 'app'],
  ['isp', () => 'Example Networks'],
  ['engine model_id', () => 'base-v1'],
]
