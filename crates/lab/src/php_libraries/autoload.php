<?php
// Finds classes as the library's composer.json says, and all others where Debian installs them.
error_reporting(E_ALL & ~E_DEPRECATED & ~E_USER_DEPRECATED);
$composer = json_decode(file_get_contents('composer.json'), true);
$roots = ['' => '/usr/share/php'];
foreach (['autoload', 'autoload-dev'] as $section) {
    foreach ($composer[$section]['psr-4'] ?? [] as $prefix => $folder) {
        $roots[$prefix] = getcwd() . '/' . $folder;
    }
}
krsort($roots);
spl_autoload_register(static function (string $class) use ($roots): void {
    foreach ($roots as $prefix => $folder) {
        if ($prefix === '' || str_starts_with($class, $prefix)) {
            $file = $folder . '/' . strtr(substr($class, strlen($prefix)), '\\', '/') . '.php';
            if (is_file($file)) {
                require $file;
                return;
            }
        }
    }
});
foreach ($composer['autoload']['files'] ?? [] as $file) {
    require getcwd() . '/' . $file;
}
