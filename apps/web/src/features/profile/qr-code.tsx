import { create } from "qrcode";
import { useMemo } from "react";

/** A text as a QR code; dark on light in both themes, as cameras need it. */
export default function QrCode({ text, label }: { readonly text: string; readonly label: string }) {
  const { size, path } = useMemo(() => {
    const { modules } = create(text, { errorCorrectionLevel: "M" });
    const dark = Array.from(modules.data).flatMap((isDark, at) =>
      isDark ? [`M${at % modules.size} ${Math.floor(at / modules.size)}h1v1h-1z`] : [],
    );
    return { size: modules.size, path: dark.join("") };
  }, [text]);
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`-3 -3 ${size + 6} ${size + 6}`}
      shapeRendering="crispEdges"
      className="size-48 shrink-0 rounded-control border border-line bg-[#fff]"
    >
      <path d={path} fill="#000" />
    </svg>
  );
}
