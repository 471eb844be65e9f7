const runs = await (await fetch("/api/runs")).json();
for (const run of runs) {
  const entry = document.createElement("li");
  entry.textContent = run.error ? `${run.label}: ${run.error}` : run.label;
  document.getElementById("runs").append(entry);
}
