// Thrown where the operator must change something first; the message is one clear line.

export class Refused extends Error {
  override name = 'Refused';
}
