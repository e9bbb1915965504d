# Builds the program and opens it on the sample. With -Headless it makes the same journey without a window.
#
#   powershell -ExecutionPolicy Bypass -File installer\try.ps1 [-Headless] [-BuildProfile release|dev] [-Out FOLDER]
param(
    [switch]$Headless,
    [string]$BuildProfile = "release",
    [string]$Out = "bem-studio-sample"
)
$ErrorActionPreference = "Stop"
$top = Split-Path -Parent $PSScriptRoot
if (-not (Get-Command cargo -ErrorAction SilentlyContinue)) {
    Write-Error "Rust 1.95 or newer is needed, with the MSVC build tools. See https://rustup.rs"
}
if (-not $env:CARGO_TARGET_DIR) {
    $env:CARGO_TARGET_DIR = Join-Path $env:LOCALAPPDATA "bem-studio\target"
}
function Invoke-Checked([string]$Program, [string[]]$Arguments) {
    & $Program @Arguments
    if ($LASTEXITCODE -ne 0) { throw "$Program failed with exit code $LASTEXITCODE" }
}
Invoke-Checked cargo @("build", "--manifest-path", "$top\Cargo.toml", "--locked", "--profile", $BuildProfile)
$folder = if ($BuildProfile -eq "dev") { "debug" } else { $BuildProfile }
$program = Join-Path $env:CARGO_TARGET_DIR "$folder\bem-studio.exe"
New-Item -ItemType Directory -Force $Out | Out-Null
$Out = (Resolve-Path $Out).Path
$sample = "$top\resources\sample"
Invoke-Checked $program @("import", "$sample\humanoid.pmx", "--target", "$sample\sample.catalog.json", "-o", "$Out\sample.bemstudio")
if ($Headless) {
    Invoke-Checked $program @("export", "$Out\sample.bemstudio", "-o", "$Out\sample.bem")
    Invoke-Checked $program @("check", "$Out\sample.bem")
    Get-ChildItem $Out
} else {
    & $program open "$Out\sample.bemstudio"
}
