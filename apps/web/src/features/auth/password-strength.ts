/** How hard a password is to guess. Loaded with the first letter typed: the estimator isn't part of any page. */
import { ZxcvbnFactory } from "@zxcvbn-ts/core";

/** The first guesses, in this order, in both alphabets of a keyboard. The estimator's own lists would be 400 kB. */
const FIRST_GUESSES = [
  ..."password qwerty 123456 123456789 12345678 111111 123123 qwerty123 1q2w3e 1q2w3e4r admin letmein welcome".split(
    " ",
  ),
  ..."iloveyou monkey dragon qwertyuiop 654321 000000 abc123 password1 asdfgh zxcvbn master sunshine shadow".split(" "),
  ..."пароль йцукен йцукенг привет любовь наташа максим марина солнышко фывапр ghjcnj gfhjkm ghbdtn gjkmpjdfntkm".split(
    " ",
  ),
  ..."trading tradingview alor tinkoff binance bitcoin trader broker money sber gazprom chartrelay".split(" "),
];

const estimator = new ZxcvbnFactory({ dictionary: { firstGuesses: FIRST_GUESSES } });
/** The estimator's time grows with the square of the length, and nothing longer is weak. */
const MAX_ESTIMATED_LENGTH = 64;

/** Rates a password from 0, guessed at once, to 4. The user's own words, such as the e-mail, count as first guesses. */
export function strengthOf(password: string, ownWords: readonly string[]): 0 | 1 | 2 | 3 | 4 {
  return estimator.check(password.slice(0, MAX_ESTIMATED_LENGTH), [...ownWords]).score;
}
