/** A setting that is missing or bad. Its message is the one line the operator needs. */
export class ConfigError extends Error {
  override readonly name = "ConfigError";
}
