// The result as a picture, drawn from the figures of the board: for the device's share sheet, else as a file.
(() => {
const WIDE = 1080, EDGE = 72, LINE = 34; // pixels of the picture
const said = element => element?.textContent.replace(/\s+/g, " ").trim() ?? "";
const colour = (name, of = document.documentElement) => getComputedStyle(of).getPropertyValue(name).trim();

addEventListener("click", async event => {
  if (!event.target.closest?.("[data-picture] button")) return;
  await document.fonts.ready;
  const canvas = document.createElement("canvas");
  const heads = [...document.querySelectorAll(".facing > .side")], chart = document.querySelector(".chart .tall");
  canvas.width = WIDE;
  canvas.height = draw(canvas.getContext("2d"), heads, chart); // once to measure its height
  draw(canvas.getContext("2d"), heads, chart, canvas.height);
  const blob = await new Promise(done => canvas.toBlob(done, "image/png"));
  const file = new File([blob], `canasta-${location.pathname.split("/")[2]}.png`, { type: "image/png" });
  if (navigator.canShare?.({ files: [file] })) {
    try { return await navigator.share({ files: [file], title: document.title }); }
    catch (refused) { if (refused.name === "AbortError") return; } // the share sheet was closed again
  }
  const link = Object.assign(document.createElement("a"), { href: URL.createObjectURL(file), download: file.name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60000);
});

// Draws everything from the top down, and returns the height.
function draw(pen, heads, chart, high = 0) {
  const paper = colour("--paper"), ink = colour("--ink"), soft = colour("--soft");
  let y = EDGE;
  if (high) Object.assign(pen, { fillStyle: paper }).fillRect(0, 0, WIDE, high);
  const write = (text, x, size, { fill = ink, weight = 400, face = "--text", align = "left", most = WIDE - 2 * EDGE } = {}) => {
    const font = points => `${weight} ${points}px ${colour(face)}`;
    pen.font = font(size);
    if (pen.measureText(text).width > most) pen.font = font(size * most / pen.measureText(text).width);
    Object.assign(pen, { fillStyle: fill, textAlign: align }).fillText(text, x, y);
  };
  const rule = (height, fill) => Object.assign(pen, { fillStyle: fill }).fillRect(EDGE, y, WIDE - 2 * EDGE, height);

  y += LINE;
  write(said(document.querySelector(".top h1")?.firstChild), EDGE, 44, { weight: 600, face: "--title" });
  y += LINE + 6;
  write(said(document.querySelector(".top h1 small")), EDGE, 28, { fill: soft });
  y += LINE;
  rule(4, ink);
  for (const head of heads) {
    const side = colour("--side", head), total = said(head.querySelector(".total"));
    y += 112;
    write(total, WIDE - EDGE, 120, { weight: 600, face: "--title", align: "right" });
    const left = WIDE - 2 * EDGE - pen.measureText(total).width - 32;
    write(said(head.querySelector("h2")), EDGE, 52, { fill: side, weight: 600, face: "--title", most: left });
    y += 44;
    const players = said(head.querySelector(".who")), won = said(head.querySelector(".won"));
    write([won && `★ ${won}`, players].filter(Boolean).join(" · "), EDGE, 28, { fill: soft, most: left });
    y += 22;
    rule(8, side);
  }
  for (const line of document.querySelectorAll(".lead .vh, .result")) {
    y += 62;
    write(said(line), WIDE / 2, 36, { align: "center" });
  }
  y += 48;
  if (chart) y += drawn(pen, chart, y);
  y += LINE + 8;
  write(document.querySelector("[data-picture]").dataset.picture, WIDE / 2, 24, { fill: soft, align: "center" });
  return Math.ceil(y + EDGE / 2);
}

// The chart of the board: its lines, curves and words.
function drawn(pen, chart, top) {
  const { width, height } = chart.viewBox.baseVal, scale = (WIDE - 2 * EDGE) / width;
  const number = (part, name) => Number(part.getAttribute(name));
  pen.save();
  pen.translate(EDGE, top);
  pen.scale(scale, scale);
  for (const part of chart.querySelectorAll("line, polyline, text")) {
    const { stroke, strokeWidth, fill, font, textAnchor } = getComputedStyle(part);
    if (part.localName === "text") {
      Object.assign(pen, { fillStyle: fill, font, textAlign: { middle: "center", end: "right" }[textAnchor] ?? "left" });
      pen.fillText(said(part), number(part, "x"), number(part, "y"));
      continue;
    }
    Object.assign(pen, { strokeStyle: stroke, lineWidth: parseFloat(strokeWidth) });
    pen.beginPath();
    if (part.localName === "line") {
      pen.moveTo(number(part, "x1"), number(part, "y1"));
      pen.lineTo(number(part, "x2"), number(part, "y2"));
    } else for (const { x, y } of part.points) pen.lineTo(x, y);
    pen.stroke();
  }
  pen.restore();
  return height * scale;
}
})();
