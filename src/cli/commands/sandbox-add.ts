import { type Command, jsonFlag } from '../command.ts'
import { importFlags } from '../import-flags.ts'
import { register } from '../register.ts'

export const sandboxAdd: Command = {
  name: 'sandbox add',
  summary: 'Create a sandbox from a description, served at /<name>/',
  details: 'Reads OpenAPI 3.0, 3.1, 3.2 and Swagger 2.0, in JSON or YAML. A running server serves the sandbox at once.',
  arguments: [{ name: 'name', summary: 'name of the sandbox and first part of its path: a-z, 0-9, "_" and "-"' }],
  flags: [...importFlags, jsonFlag],
  examples: [
    'tool sandbox add pay --spec examples/payments.yaml',
    'tool sandbox add pay --spec examples/payments.yaml --seed 5eed --credential sk_test',
    'tool sandbox add pay --spec examples/payments.yaml --overlay examples/overlays/error-codes.yaml',
    'tool sandbox add pay --spec examples/payments.yaml --auth-errors declared',
    "tool sandbox add shop --spec https://example.com/openapi.json --header 'Authorization: Bearer abc'",
  ],
  run: register,
}
