// A plot as a picture, with its title and legend, on the page's background.

import { significant } from '../page/text';
import type { PlotCurve } from './source';

const PAD = 16;

/** Draws what the plot shows into one canvas. */
export function picture(
  plot: HTMLCanvasElement, title: string, curves: PlotCurve[], time: number,
): HTMLCanvasElement {
  const ratio = window.devicePixelRatio;
  const style = getComputedStyle(document.documentElement);
  const row = 18;
  const width = plot.width / ratio + 2 * PAD;
  const height = plot.height / ratio + 2 * PAD + 26 + row * Math.ceil(curves.length / 2);
  const canvas = document.createElement('canvas');
  canvas.width = Math.ceil(width * ratio);
  canvas.height = Math.ceil(height * ratio);
  const context = canvas.getContext('2d');
  if (context === null) return canvas;
  context.scale(ratio, ratio);
  context.fillStyle = style.getPropertyValue('--surface');
  context.fillRect(0, 0, width, height);
  context.fillStyle = style.getPropertyValue('--ink');
  context.font = '600 14px system-ui, sans-serif';
  context.fillText(title, PAD, PAD + 12);
  context.drawImage(plot, PAD, PAD + 22, plot.width / ratio, plot.height / ratio);
  context.font = '12px system-ui, sans-serif';
  curves.forEach((curve, i) => {
    const x = PAD + (i % 2) * (width / 2 - PAD);
    const y = PAD + 22 + plot.height / ratio + row * (Math.floor(i / 2) + 0.8);
    swatch(context, curve, x, y - 4);
    context.fillStyle = style.getPropertyValue('--ink');
    context.fillText(curve.label, x + 24, y);
  });
  context.fillStyle = style.getPropertyValue('--quiet');
  context.textAlign = 'right';
  context.fillText(`t = ${significant(time, 6)} s`, width - PAD, PAD + 12);
  return canvas;
}

export function pngOf(canvas: HTMLCanvasElement): Promise<Blob> {
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => {
      if (blob === null) reject(new Error('The browser could not make a PNG of this.'));
      else resolve(blob);
    }, 'image/png');
  });
}

function swatch(context: CanvasRenderingContext2D, curve: PlotCurve, x: number, y: number): void {
  context.strokeStyle = context.fillStyle = curve.colour;
  context.lineWidth = 2;
  context.setLineDash(curve.dash);
  context.beginPath();
  if (curve.measured) {
    context.arc(x + 9, y, 3, 0, 2 * Math.PI);
    context.fill();
  } else {
    context.moveTo(x, y);
    context.lineTo(x + 18, y);
    context.stroke();
  }
  context.setLineDash([]);
}
