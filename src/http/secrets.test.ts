import { expect, it } from 'vitest'
import { isSecretNamed } from './secrets.ts'
import { withoutSecrets } from './secrets-in-text.ts'

const words = (text: string): readonly string[] => text.trim().split(/\s+/)
const hidden = (text: string) => withoutSecrets(text, (secret) => `<${secret.length}>`)

it.each([
  ['authorization', 'header'],
  ['X-Forwarded-Authorization', 'header'],
  ['X-Session-Id', 'header'],
  ['X-Acme-Session-ID', 'header'],
  ['Stripe-Signature', 'header'],
  ['X-Hub-Signature-256', 'header'],
  ['X-Acme-Api-Key', 'header'],
  ['sessionid', 'query'],
  ['PHPSESSID', 'query'],
  ['X-Amz-Signature', 'query'],
  ['X-Amz-Credential', 'query'],
  ['X-Goog-Signature', 'query'],
  ['sig', 'query'],
  ['token', 'query'],
  ['key', 'query'],
  ['code', 'query'],
  ['ticket', 'query'],
  ['SAMLResponse', 'query'],
  ['csrf', 'query'],
  ['recovery_codes', 'body'],
  ['connectionString', 'body'],
  ['user[password]', 'query'],
  ['newPassword', 'body'],
  ['passwordConfirmation', 'body'],
  ['clientSecret', 'body'],
  ['APIKey', 'body'],
  ['refresh_token', 'body'],
  ['credentials', 'body'],
  ['session_id', 'body'],
  ...words(`DPoP X-Amzn-Oidc-Data X-MS-CLIENT-PRINCIPAL X-Honeycomb-Team iPlanetDirectoryPro X-Client-Cert
    Authorization proxy-authorization DD-APPLICATION-KEY DD-API-KEY X-Shopify-Access-Token x-functions-key
    Ocp-Apim-Subscription-Key X-Acme-Key X-Auth-Key X-Vault-Token X-Goog-Api-Key Set-Cookie X-CSRF`).map(
    (name) => [name, 'header'] as const,
  ),
  ...words(`creditCardNumber credit_card_number CreditCardNumber creditcardnumber cc_number ccNum cardNo card_num card.number
    debit-card-number primaryAccountNumber bankAccountNumber cvv2 cvn CVC2 cardVerificationValue card_verification_code
    security_code securityCode card[security-code] SECURITYCODE verification_code verificationCode user_code deviceCode
    one_time_code oneTimeCode onetimecode smsCode sms_code mfa_token mfaCode 2fa_code otpCode activation_code invite_code
    gift_card_code backupCodes app_key appKey APPLICATION_KEY ssh_key sshKey account_key masterKey signingKey stream_key
    hmac_key wifi_password wifiPassword newPwd pwd2 db_pass dbPass smtp_pass userPass passwordConfirm password1
    privateKeyPem private_key service_account_json serviceAccountKey bearer sas sasToken x-bearer basic_auth auth proxyAuth
    psk wpa_psk puk pin cardPin pin_code pinCode pincode encrypted_pin_block code_verifier oauthVerifier security_answer
    socialSecurityNumber mothersMaidenName kubeconfig contraseña passwort mot_de_passe пароль 密码 パスワード
    psswd pwrd pass_wd passWord2 dbpw rootpw adminpw card_cid pinblock pinBlock ipek tmk zmk bdk openai_key stripe_key
    sendgrid_key anthropic_key supabase_key service_role_key write_key clave claveSecreta codigoVerificacion
    codigo_seguridad código_de_verificação numero_tarjeta numeroDeTarjeta kartennummer matkhau mật_khẩu kata_sandi
    slaptažodis zaporka codice_sicurezza sicherheitscode bestätigungscode číslo_karty пинкод номер_карты 验证码 卡号
    users/0/password /credentials/0 Wi-Fi%20password secretKeyBase64 api_key_value accessTokens ssh_keys tokens`).map(
    (name) => [name, 'body'] as const,
  ),
] as const)('hides %s in a %s', (name, place) => {
  expect(isSecretNamed(name, place, 'v')).toBe(true)
})

it.each([
  ['X-Request-Id', 'header'],
  ['Idempotency-Key', 'header'],
  ['If-None-Match', 'header'],
  ['next_page_token', 'query'],
  ['pageToken', 'query'],
  ['order_id', 'query'],
  ['ticket', 'query'],
  ['ticket_id', 'query'],
  ['license', 'body'],
  ['number', 'query'],
  ['secret_id', 'body'],
  ['access_key_id', 'body'],
  ['password_expires_at', 'body'],
  ['cookie_policy', 'body'],
  ['token_type', 'body'],
  ['tokens_used', 'body'],
  ['checkout_session_id', 'body'],
  ['email_signature', 'body'],
  ['secretary', 'body'],
  ['sid', 'body'],
  ['key', 'body'],
  ['keyboard', 'body'],
  ['author', 'body'],
  ...words('X-Cache-Key Surrogate-Key Sec-WebSocket-Key X-Partition-Key Content-Type X-Request-Token-Type').map(
    (name) => [name, 'header'] as const,
  ),
  ...words(`page_token pageToken nextPageToken token_type tokenType token_endpoint security_group securityGroups
    clave_producto kms_key enc_key song_key card_data track_name national_id tax_id drivers_license_number sin nin
    passport passportNumber passenger compass boarding_pass bus_pass country_code zipCode postal_code status_code
    source_code product_code promo_code time_code timecode qrCode public_key publicKey publishable_key idempotency_key
    cache_key primaryKey sort_key object_key routing_key translationKey key_id private_key_id private_key_path
    password_hint_enabled password_length password_reset_url card_type card_brand card_last4 number_of_cards cardholder
    cvc_check pin_status pinned pin_color pinterest shipping_pin_code address[pincode] requires_auth two_factor_auth
    auth_type auth_method authorization_status credentials_provider cookie_domain verification_status
    secretariat keynote monkey turkey hockey donkey tokenizer authentic bassist sassy spin opinion option caption
    shipping_address description account_number session key_value`).map((name) => [name, 'body'] as const),
] as const)('shows %s in a %s', (name, place) => {
  expect(isSecretNamed(name, place, 'PROJ-7')).toBe(false)
})

it('looks at the value where a name says too little', () => {
  const number = (value: unknown) => isSecretNamed('source[number]', 'body', value)
  expect([number('4242 4242 4242 4242'), number(4242424242424242), number('4242424242424241'), number(17)]).toEqual([
    true,
    true,
    false,
    false,
  ])
  expect(isSecretNamed('key', 'body', 'AIzaSyD4x9Kq81LmQ')).toBe(true)
  const code = (value: unknown) => isSecretNamed('code', 'body', value)
  expect([code('ac_123456'), code('904417'), code(904417), code('4/P7q7W91a')]).toEqual([true, true, true, true])
  expect([code('card_declined'), code('NOT_FOUND'), code(404), code('missing')]).toEqual([false, false, false, false])
  expect(isSecretNamed('code', 'query', 'missing')).toBe(true)
})

it('takes what looks drawn for a key, also where it is short, and digits for the data of a card', () => {
  for (const name of words('enc_key kms_key ikey akey dkey acme_key full_track fullTrack cardData card_data'))
    expect([name, isSecretNamed(name, 'body', '73915208x')]).toEqual([name, true])
  for (const [name, value] of [
    ['event_key', '73915208x'],
    ['acme_key', 'order-2024-01'],
    ['acme_key', 'monkey'],
    ['key', '73915208x'],
    ['full_track', 'Intro 12'],
    ['card_data', { brand: 'visa', year: 2030, last4: '4242' }],
  ] as const)
    expect([name, isSecretNamed(name, 'body', value)]).toEqual([name, false])
})

it('takes a PIN code in an address for a postal code', () => {
  const address = { name: 'Ada', city: 'Pune', pin_code: '411001' }
  expect(isSecretNamed('pin_code', 'body', '411001', address)).toBe(false)
  expect(isSecretNamed('pin_code', 'body', '411001', { card: 'x' })).toBe(true)
  expect(isSecretNamed('pin_code', 'body', '4110', address)).toBe(true)
})

it('tells codes from the ways they are sent by, and tokens from how many there are', () => {
  const told = (name: string, value: unknown) => isSecretNamed(name, 'body', value)
  expect([
    told('mfa', '839201'),
    told('mfa', 'totp'),
    told('verification', 'k7-22q'),
    told('verification', 'sms'),
  ]).toEqual([true, false, true, false])
  expect([told('tokens', 512), told('tokens', { prompt: 3 }), told('tokens', ['a1']), told('tokens', 'a')]).toEqual([
    false,
    false,
    true,
    true,
  ])
  expect(told('foo_key', 'd41d8cd98f00b204e9800998ecf8427e')).toBe(true)
})

it.each([
  ['https://b.example/a?X-Amz-Signature=abc%2Fd&x=1#sig=efg', 'https://b.example/a?X-Amz-Signature=<5>&x=1#sig=<3>'],
  ['see /f?token=abc and ?page=2', 'see /f?token=<3> and ?page=2'],
  ['https://b.example/a?next_page_token=abc', 'https://b.example/a?next_page_token=abc'],
  ['amqp://ada:lovelace@b.example/x', 'amqp://ada:<8>@b.example/x'],
  ['Bearer abcdefghijklmnop1', 'Bearer <17>'],
  ['Basic YTpi', 'Basic YTpi'],
  [`Basic ${btoa('ada:pw')}`, 'Basic <8>'],
  ['Basic membership', 'Basic membership'],
  ['Bearer certificates', 'Bearer certificates'],
  ['a eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.abc-_ b', 'a <42> b'],
  ['-----BEGIN RSA PRIVATE KEY-----\nMII\n-----END RSA PRIVATE KEY-----', '<65>'],
  ['a = b & c; d?', 'a = b & c; d?'],
])('finds what is secret inside %j', (text, shown) => {
  expect(hidden(text)).toBe(shown)
})

it('reads texts in time that grows with their length', () => {
  const texts = ['eyJaaaaaaaa-', 'a://a:', '?a=b', '-----BEGIN PRIVATE KEY-----', 'token=&', ' ', 'Bearer ']
  for (const text of texts) {
    const start = performance.now()
    hidden(text.repeat(16_384 / text.length))
    expect(performance.now() - start).toBeLessThan(500)
  }
})
