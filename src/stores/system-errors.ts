/** What the system says in codes, in words (errno of POSIX). */
const WORDS: Readonly<Record<string, string>> = {
  EACCES: 'its permissions forbid it',
  EPERM: 'its permissions forbid it',
  EROFS: 'the disk is read-only',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk quota is used up',
  EMFILE: 'too many files are open in this process (raise the limit: ulimit -n)',
  ENFILE: 'too many files are open on this machine',
  EIO: 'the disk cannot be read or written',
  ENAMETOOLONG: 'its name is too long',
}

/** Undefined for a code that says nothing to a user. */
export function systemWords(error: unknown): string | undefined {
  const { code } = error as NodeJS.ErrnoException
  return code === undefined ? undefined : WORDS[code]
}
