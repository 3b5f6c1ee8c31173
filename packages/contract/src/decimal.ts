const NUMBER = /^(\d{1,40})(?:\.(\d{1,40}))?(?:[eE]([+-]?\d{1,3}))?$/;
const MAX_DIGITS = 40;

/**
 * Writes a non-negative number as a plain decimal string, exactly: "1e-7" gives "0.0000001", "007.50" gives "7.5".
 * Undefined when the text is no such number or needs more than 40 digits on a side. Never passes through a float.
 */
export function plainDecimal(text: string): string | undefined {
  const match = NUMBER.exec(text);
  if (!match) return undefined;
  const [, whole = "", fraction = "", exponent = "0"] = match;
  const digits = whole + fraction;
  if (/^0+$/.test(digits)) return "0";
  const point = whole.length + Number(exponent);
  if (point < -MAX_DIGITS || point > 2 * MAX_DIGITS) return undefined;
  const left = point > 0 ? digits.slice(0, point).padEnd(point, "0") : "";
  const right = point > 0 ? digits.slice(point) : "0".repeat(-point) + digits;
  const integer = left.replace(/^0+/, "") || "0";
  const rest = right.replace(/0+$/, "");
  if (integer.length > MAX_DIGITS || rest.length > MAX_DIGITS) return undefined;
  return rest ? `${integer}.${rest}` : integer;
}

/** A plain decimal as a whole number of its smallest digit. */
function scaled(plain: string, scale: number): bigint {
  const [whole = "", fraction = ""] = plain.split(".");
  return BigInt(whole + fraction.padEnd(scale, "0"));
}

function scaleOf(plain: string): number {
  return plain.split(".")[1]?.length ?? 0;
}

/** The largest whole number of `step`s that isn't above `value`, all plain decimals. A step of zero is no rule. */
export function roundedDown(value: string, step: string): string {
  const scale = Math.max(scaleOf(value), scaleOf(step));
  const [units, stepUnits] = [scaled(value, scale), scaled(step, scale)];
  if (stepUnits === 0n) return value;
  const digits = (units - (units % stepUnits)).toString().padStart(scale + 1, "0");
  const point = digits.length - scale;
  return plainDecimal(scale === 0 ? digits : `${digits.slice(0, point)}.${digits.slice(point)}`) ?? value;
}
