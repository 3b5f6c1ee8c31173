import type { FieldError } from "react-hook-form";
import { useTranslation } from "react-i18next";

/**
 * Words a field's error. Our schemas speak in keys of the `validation` texts; a message of the API comes in the reader's
 * language already.
 */
export function useFieldError(): (error: FieldError | undefined) => string | undefined {
  const { t, i18n } = useTranslation("validation");
  return (error) => {
    const message = error?.message;
    return message !== undefined && i18n.exists(message, { ns: "validation" }) ? t(message as "required") : message;
  };
}
