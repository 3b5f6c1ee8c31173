/** Reads CSV as RFC 4180 writes it: quoted cells may hold delimiters, line breaks and doubled quotes. */

/** Spreadsheets save with a semicolon where the comma is the decimal mark. */
const DELIMITERS = [",", ";", "\t"];

/** Returns the rows of a table; blank lines are none. The delimiter is the one that is most frequent in the first line. */
export function readCsv(text: string): string[][] {
  const delimiter = delimiterOf(text);
  const rows: string[][] = [];
  let row: string[] = [];
  let cell = "";
  let isQuoted = false;
  const endCell = () => {
    row.push(cell);
    cell = "";
  };
  const endRow = () => {
    endCell();
    if (row.some((each) => each.trim() !== "")) rows.push(row);
    row = [];
  };
  for (let at = 0; at < text.length; at += 1) {
    const character = text.charAt(at);
    if (isQuoted) {
      if (character !== '"') cell += character;
      else if (text[at + 1] === '"') cell += text.charAt((at += 1));
      else isQuoted = false;
    } else if (character === '"' && cell === "") isQuoted = true;
    else if (character === delimiter) endCell();
    else if (character === "\n") endRow();
    else if (character !== "\r") cell += character;
  }
  endRow();
  return rows;
}

function delimiterOf(text: string): string {
  const [first = ""] = text.split("\n", 1);
  const count = (delimiter: string) => first.split(delimiter).length;
  return DELIMITERS.toSorted((one, other) => count(other) - count(one))[0] ?? ",";
}
