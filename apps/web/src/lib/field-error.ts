import type { FieldError } from "react-hook-form";
import { useTranslation } from "react-i18next";

/**
 * Translates a field's error. Our schemas use keys of the `validation` texts; a message from the API is already in the
 * reader's language.
 */
export function useFieldError(): (error: FieldError | undefined) => string | undefined {
  const { t, i18n } = useTranslation("validation");
  return (error) => {
    const message = error?.message;
    return message !== undefined && i18n.exists(message, { ns: "validation" }) ? t(message as "required") : message;
  };
}
