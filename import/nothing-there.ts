// The error for a source that does not exist, or has no rows: among several, one that may be left out.
import { OperatorError } from '../runtime/operator-error.ts';

export class NothingThere extends OperatorError {}
