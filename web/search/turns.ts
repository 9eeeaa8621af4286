// Whose answer still counts, where questions follow each other faster than their answers.

export class Turns {
  #last = 0;

  /** The next turn begins: whatever is under way comes too late. */
  begin(): number {
    return ++this.#last;
  }

  isLast(turn: number | undefined): boolean {
    return turn === this.#last;
  }

  /** Never settles where the next turn has begun meanwhile. */
  unlessOvertaken<Answer>(answer: Promise<Answer>): Promise<Answer> {
    const turn = this.#last;
    return new Promise((resolve, reject) => {
      answer.then(
        (value) => this.isLast(turn) && resolve(value),
        (error) => this.isLast(turn) && reject(error),
      );
    });
  }
}
