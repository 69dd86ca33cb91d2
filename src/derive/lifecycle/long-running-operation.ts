/** What goes on in the background, by the name of its type. */

const JOB = /(^|_)(task|job|operation|action|import|export|process|deployment|activity)$/

export function isJobName(type: string): boolean {
  return JOB.test(type)
}
